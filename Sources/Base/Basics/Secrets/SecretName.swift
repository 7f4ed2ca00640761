/// Names of options, variables and header fields whose values are secrets.
package enum SecretName {
    /// True if the name ends in a word for a secret, as `API_TOKEN`, `--password` and `X-Api-Key` do, in any case.
    package static func isSecret(_ name: Substring) -> Bool {
        // Only the end counts: a name may be very long.
        endings.contains { ending in
            var bytes = name.utf8.reversed().makeIterator()
            return ending.allSatisfy { byte in bytes.next()?.lowercasedASCII == byte }
        }
    }

    /// Each spelled backwards.
    private static let endings = [
        "pass", "passwd", "password", "passphrase", "secret", "token", "apikey", "api-key", "api_key", "auth",
        "authorization", "bearer", "cookie", "session",
    ].map { Array($0.utf8.reversed()) }
}
