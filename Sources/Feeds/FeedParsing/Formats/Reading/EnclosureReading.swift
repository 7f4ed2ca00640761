import Basics
internal import FeedModel
internal import Markup

/// Reads an item's files from the attributes of `enclosure`, `media:content` and `link rel="enclosure"`.
enum EnclosureReading {
    /// Nil if there is no address, and for a Flash film or the portrait of the author.
    static func enclosure(_ tag: StartTag, base: String?, from scanner: inout MarkupScanner) -> Enclosure? {
        let attribute =
            scanner.attribute("url", of: tag) ?? scanner.attribute("href", of: tag)
            ?? scanner.attribute("rdf:resource", of: tag)
        guard let reference = attribute?.trimmingSpaces.nonEmpty, !WebAddress.isScript(reference) else { return nil }
        let length = scanner.attribute("length", of: tag) ?? scanner.attribute("filesize", of: tag)
        let type = scanner.attribute("type", of: tag)
        let title = scanner.attribute("title", of: tag)
        let enclosure = Enclosure(
            url: WebAddress.resolve(reference, against: base),
            mimeType: type.map { WhiteSpace.collapsed($0).lowercased() }?.nonEmpty,
            title: title.map { WhiteSpace.collapsed($0) }?.nonEmpty,
            size: length.flatMap(size), duration: scanner.attribute("duration", of: tag).flatMap(Duration.seconds))
        return enclosure.isUseful ? enclosure : nil
    }

    /// Reads `12345` or `12,345 bytes`; nil if negative, empty, or larger than any file.
    private static func size(_ text: String) -> Int64? {
        let digits = text.trimmingSpaces.utf8.filter { $0 != UInt8(ascii: ",") }.prefix { $0.isASCIIDigit }
        return Int64(String(decoding: digits, as: UTF8.self)).flatMap(FeedLimits.size)
    }
}

/// The playing time of a recording.
enum Duration {
    /// Reads `H:MM:SS`, `MM:SS`, `62:03`, `3723` or `61.5`; nil for anything else, and for a time longer than any
    /// recording.
    static func seconds(_ text: String) -> Double? {
        let parts = text.trimmingSpaces.split(separator: ":", omittingEmptySubsequences: false)
        guard 1...3 ~= parts.count else { return nil }
        var seconds = 0.0
        for part in parts {
            guard part.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }), let value = Double(part) else {
                return nil
            }
            seconds = seconds * 60 + value
        }
        return FeedLimits.duration(seconds)
    }
}
