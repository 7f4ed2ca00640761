import ContentCoding
import FeedParsing

/// Recognises, by its first bytes, a web page that arrived in place of a file.
package enum WebPage {
    /// Byte-order marks, and the zeroes of UTF-16.
    private static let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]

    /// The number of bytes of a packed file that show if a file is a web page.
    package static let beginningLength = 1_000

    package static func isPage(_ beginning: [UInt8]) -> Bool {
        // The first byte distinguishes nearly all files from a page.
        let first = beginning.first { !marks.contains($0) && $0 > 0x20 }
        return first == UInt8(ascii: "<") && FeedParser.looksLikeHTML(beginning)
    }

    /// True for the beginning of a file that is not text. A page may be compressed although nobody asked for that.
    package static func isBinary(_ beginning: [UInt8]) -> Bool {
        beginning.contains(0) && GzipMark.begins(beginning) != true && !isPage(beginning)
    }
}
