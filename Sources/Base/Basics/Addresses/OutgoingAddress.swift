/// Checks every address that leaves the program for a browser, a player or any other command: only web addresses pass.
package enum OutgoingAddress {
    /// Maximum length of an address, in bytes (default 8,000).
    package static let maximumLength = 8_000

    /// True if it is an http or https address without characters that a command could misread.
    package static func isAllowed(_ address: String) -> Bool {
        guard address.utf8.count <= maximumLength else { return false }
        return WebAddress.isHTTP(address) && address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// Maximum length of a mail address, in bytes (RFC 5321 §4.5.3.1).
    private static let maximumMailboxLength = 320

    /// Returns a `mailto:` link without its parameters: only the person chooses subject, text and attachments. Returns
    /// nil if the link does not name one plain address.
    package static func mail(_ address: String) -> String? {
        let scheme = "mailto:"
        guard address.prefix(scheme.count).lowercased() == scheme else { return nil }
        let person = address.dropFirst(scheme.count).prefix { $0 != "?" }
        let bytes = person.utf8
        let isPlain = bytes.allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || ".@_+-".utf8.contains(byte)
        }
        let parts = person.split(separator: "@", omittingEmptySubsequences: false)
        guard isPlain, bytes.count <= maximumMailboxLength, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            person.first != "-"
        else { return nil }
        return scheme + person
    }
}
