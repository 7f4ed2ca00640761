/// Which addresses a secret is for: one `[[credentials]]` of the configuration.
public struct CredentialRule: Equatable, Sendable {
    public let scope: CredentialScope
    /// With a name the secret is a password (HTTP Basic, RFC 7617), without one it is a token (Bearer, RFC 6750).
    public let user: String?
    public let secret: SecretSource

    public init(scope: CredentialScope, user: String? = nil, secret: SecretSource) {
        self.scope = scope
        self.user = user
        self.secret = secret
    }
}
