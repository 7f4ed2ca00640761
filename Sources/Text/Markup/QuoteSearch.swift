/// Finds closing quotes, and remembers where there are none: without that, `<a b="<a b="…` would be searched again and
/// again to its end.
struct QuoteSearch: Sendable {
    /// From where on no quotation mark is left, and no apostrophe.
    private var withoutQuotationMark = Int.max
    private var withoutApostrophe = Int.max

    /// Where the quote that opens at `index` is closed; nil where it never is.
    mutating func closing(_ quote: UInt8, after index: Int, in bytes: [UInt8], before end: Int) -> Int? {
        let isApostrophe = quote == ASCII.apostrophe
        guard index < (isApostrophe ? withoutApostrophe : withoutQuotationMark) else { return nil }
        if let close = bytes.firstIndex(of: quote, in: index + 1..<end) { return close }
        if isApostrophe { withoutApostrophe = index } else { withoutQuotationMark = index }
        return nil
    }
}
