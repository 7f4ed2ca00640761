internal import Markup

/// The text of an article that does not come in a feed document.
package enum FeedBody {
    /// An absolute address where the base is one.
    package static func address(_ reference: String, base: String?) -> String {
        WebAddress.resolve(reference, against: base)
    }

    /// HTML as `FeedParser` gives it: addresses resolved against `base`, none that would run something.
    package static func html(_ html: String, base: String?) -> String {
        guard html.utf8.contains(UInt8(ascii: "<")) else { return html }
        let slice = TextSlice(Array(html.utf8))
        let resolved = BodyLinks.resolve(slice, against: base)
        return String(decoding: resolved.bytes[resolved.range], as: UTF8.self)
    }
}
