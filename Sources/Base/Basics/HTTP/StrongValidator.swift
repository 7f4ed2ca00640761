/// Validators that distinguish the bytes of two versions, as ranges need them (RFC 9110 §8.8.1).
package enum StrongValidator {
    /// True for one entity tag in quotes, without `W/` (§8.8.3).
    package static func isTag(_ tag: String) -> Bool {
        let quote = UInt8(ascii: "\"")
        return tag.utf8.count >= 2 && tag.utf8.first == quote && tag.utf8.last == quote
            && !tag.utf8.dropFirst().dropLast().contains(quote)
    }

    /// True if the response was sent at least a second after the modification: the document cannot have changed again
    /// within the second of its date (§8.8.2.2).
    /// - Parameter now: decides the century of two-digit years.
    package static func isDate(lastModified: String?, sent date: String?, now: Double) -> Bool {
        guard let modified = lastModified.flatMap({ HTTPDate.parse($0, now: now) }),
            let sent = date.flatMap({ HTTPDate.parse($0, now: now) })
        else { return false }
        return sent - modified >= 1
    }

    /// Returns the value for `If-Range` of a later request; nil if there is none. A response with a tag, even a weak
    /// one, is never identified by its date (§13.1.5).
    package static func forIfRange(tag: String?, lastModified: String?, sent date: String?, now: Double) -> String? {
        if let tag { return isTag(tag) ? tag : nil }
        return isDate(lastModified: lastModified, sent: date, now: now) ? lastModified : nil
    }
}
