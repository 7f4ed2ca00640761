/// Finds closing quotes, and remembers the position after which none are left; otherwise `<a b="<a b="…` would be
/// searched to its end again and again.
struct QuoteSearch: Sendable {
    /// The positions after which no quotation mark and no apostrophe is left.
    private var withoutQuotationMark = Int.max
    private var withoutApostrophe = Int.max

    /// Returns the position of the quote that closes the one at `index`; nil if there is none.
    mutating func closing(_ quote: UInt8, after index: Int, in bytes: [UInt8], before end: Int) -> Int? {
        let isApostrophe = quote == ASCII.apostrophe
        guard index < (isApostrophe ? withoutApostrophe : withoutQuotationMark) else { return nil }
        if let close = bytes.firstIndex(of: quote, in: index + 1..<end) { return close }
        if isApostrophe { withoutApostrophe = index } else { withoutQuotationMark = index }
        return nil
    }
}
