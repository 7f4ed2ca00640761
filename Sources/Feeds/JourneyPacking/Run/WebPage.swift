import FeedParsing

/// Recognises a web page by its first bytes: one that came in the place of a file.
enum WebPage {
    /// Byte-order marks, and the zeroes of UTF-16.
    private static let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]

    static func isPage(_ beginning: [UInt8]) -> Bool {
        // Nearly all files are told apart by their first byte.
        let first = beginning.first { !marks.contains($0) && $0 > 0x20 }
        return first == UInt8(ascii: "<") && FeedParser.looksLikeHTML(beginning)
    }
}
