/// Checks every address that leaves the program for a browser, a player or any other command: only web addresses pass.
package enum OutgoingAddress {
    /// The longest address allowed, in bytes (default 8,000).
    package static let longest = 8_000

    /// True if it is an http or https address without characters that a command could misread.
    package static func isAllowed(_ address: String) -> Bool {
        let bytes = address.utf8
        guard bytes.count <= longest, !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return false }
        return ["http://", "https://"].contains { scheme in
            bytes.count > scheme.utf8.count && address.prefix(scheme.count).lowercased() == scheme
        }
    }
}
