import Basics

/// State besides the text: open quotation marks, an abbreviation's long form, ruby readings of characters.
struct PhrasingState {
    private static let maximumTitleLength = 120

    private var quotations = 0
    private var title: String?
    private var explained: Set<String> = []
    private(set) var isInRubyText = false

    mutating func beginQuotation() -> String {
        quotations += 1
        return quotations % 2 == 1 ? "“" : "‘"
    }

    mutating func endQuotation() -> String? {
        guard quotations > 0 else { return nil }
        quotations -= 1
        return quotations % 2 == 0 ? "”" : "’"
    }

    /// Stores the long form; dates and the like, which programs write there, are ignored.
    mutating func beginAbbreviation(title: String?) {
        self.title = title.flatMap { title in
            let isLongForm = 1...Self.maximumTitleLength ~= title.utf8.count && !title.utf8.contains { $0.isASCIIDigit }
            return isLongForm ? title : nil
        }
    }

    /// Returns the long form in brackets, after the first use of the abbreviation.
    mutating func endAbbreviation() -> String? {
        defer { title = nil }
        guard let title, explained.insert(title).inserted else { return nil }
        return " (" + title + ")"
    }

    /// Ends the open reading and begins another one.
    mutating func beginRubyText() -> String {
        defer { isInRubyText = true }
        return isInRubyText ? ")(" : "("
    }

    mutating func endRubyText() -> String? {
        defer { isInRubyText = false }
        return isInRubyText ? ")" : nil
    }
}
