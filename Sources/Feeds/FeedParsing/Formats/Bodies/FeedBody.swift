import Basics

/// Prepares the text of an article from a source other than a feed document.
package enum FeedBody {
    /// Returns an absolute address if the base is absolute.
    package static func address(_ reference: String, base: String?) -> String {
        WebAddress.resolve(reference, against: base)
    }

    /// Returns HTML in the form of `FeedParser`'s: addresses resolved against `base`, without addresses that would run
    /// a script.
    package static func html(_ html: String, base: String?) -> String {
        guard html.utf8.contains(UInt8(ascii: "<")) else { return html }
        let slice = TextSlice(Array(html.utf8))
        let resolved = BodyLinks.resolve(slice, against: base)
        return String(decoding: resolved.bytes[resolved.range], as: UTF8.self)
    }
}
