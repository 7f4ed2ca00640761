/// The text of a web page, whatever its encoding.
package enum PageDecoder {
    /// UTF-8 made safe for a terminal; a charset is believed from HTTP or the document as feeds' are. Empty for what is no text.
    ///
    /// - Parameter contentType: the HTTP field; only its charset is believed.
    package static func text(of page: [UInt8], contentType: String?) -> String {
        String(decoding: (try? DocumentText.utf8(page, contentType: contentType)) ?? [], as: UTF8.self)
    }
}
