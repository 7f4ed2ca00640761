/// Recognises a web page by its first bytes: one that came in the place of a file.
enum WebPage {
    private static let beginnings = ["<!doctype html", "<html", "<head", "<title", "<body", "<script"]
    /// The bytes that are looked at.
    private static let length = 256

    static func isPage(_ bytes: some Sequence<UInt8>) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.prefix(length).drop { mark.contains($0) || $0 <= 0x20 }
        let beginning = String(decoding: Array(text), as: UTF8.self).lowercased()
        return beginnings.contains { beginning.hasPrefix($0) }
    }
}
