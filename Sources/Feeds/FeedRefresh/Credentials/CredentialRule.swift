/// A secret and the addresses that it is for: one `[[credentials]]` of the configuration.
package struct CredentialRule: Equatable, Sendable {
    package let scope: CredentialScope
    /// With a name the secret is a password (HTTP Basic, RFC 7617), without one it is a token (Bearer, RFC 6750).
    package let user: String?
    /// With a header the secret is the whole value of that request field, and no `Authorization` is made from it.
    package let header: SecretHeader?
    package let secret: SecretSource

    package init(scope: CredentialScope, user: String? = nil, header: SecretHeader? = nil, secret: SecretSource) {
        self.scope = scope
        self.user = user
        self.header = header
        self.secret = secret
    }
}
