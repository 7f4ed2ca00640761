import FoundationEssentials

/// The Basic scheme of HTTP authentication (RFC 7617).
package enum BasicCredentials {
    /// Returns the value of `Authorization`.
    package static func field(user: String, password: String) -> String {
        field(userInfo: Array("\(user):\(password)".utf8))
    }

    /// Returns the same for `user:password`, as an address has it before the `@`, without percent-encoding.
    package static func field(userInfo: [UInt8]) -> String {
        "Basic " + Data(userInfo).base64EncodedString()
    }
}
