/// A secret and the addresses that it is for: one `[[credentials]]` of the configuration.
package struct CredentialRule: Equatable, Sendable {
    package let scope: CredentialScope
    /// With a name the secret is a password (HTTP Basic, RFC 7617), without one it is a token (Bearer, RFC 6750).
    package let user: String?
    package let secret: SecretSource

    package init(scope: CredentialScope, user: String? = nil, secret: SecretSource) {
        self.scope = scope
        self.user = user
        self.secret = secret
    }
}
