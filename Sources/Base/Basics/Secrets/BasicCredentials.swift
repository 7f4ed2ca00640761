import FoundationEssentials

/// The Basic scheme of HTTP authentication (RFC 7617).
package enum BasicCredentials {
    /// Returns the value of `Authorization`.
    package static func field(user: String, password: String) -> String {
        field(userInfo: Array("\(user):\(password)".utf8))
    }

    /// Returns the value of `Authorization` for the `user:password` of an address, already percent-decoded. A user
    /// without a password gets an empty one (RFC 7617 §2): some servers refuse credentials without a colon.
    package static func field(userInfo: [UInt8]) -> String {
        let colon = UInt8(ascii: ":")
        return "Basic " + Data(userInfo.contains(colon) ? userInfo : userInfo + [colon]).base64EncodedString()
    }
}
