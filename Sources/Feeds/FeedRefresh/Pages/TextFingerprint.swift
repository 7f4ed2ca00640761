import Basics
import Markup

/// Hashes the visible contents of a page: its words and pictures, but not the addresses of its links, which may name
/// the page that was asked for.
package enum TextFingerprint {
    /// - Parameters:
    ///   - html: the page's main text.
    ///   - pictures: the addresses of its pictures.
    package static func of(html: String, pictures: [String]) -> Int64 {
        var hash = words(of: Array(html.utf8))
        for picture in pictures { hash.add(picture) }
        return hash.stored
    }

    /// Returns the fingerprint of a page that is not an article, or of its beginning: of its text between the tags.
    package static func of(html bytes: [UInt8]) -> Int64 { words(of: bytes).stored }

    private static func words(of bytes: [UInt8]) -> Fingerprint {
        var hash = Fingerprint()
        var position = 0
        while position < bytes.count {
            let tag = bytes.firstIndex(of: UInt8(ascii: "<"), in: position..<bytes.count) ?? bytes.count
            hash.add(words: bytes[position..<tag])
            let end = bytes.firstIndex(of: UInt8(ascii: ">"), in: tag..<bytes.count) ?? bytes.count
            position = end + 1
        }
        return hash
    }
}
