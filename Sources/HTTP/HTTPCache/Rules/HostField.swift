internal import HTTPTypes

extension HTTPField.Name {
    /// RFC 9110 §7.2; swift-http-types has no such name, since HTTP/2 sends the host apart from the fields.
    static let hostName = Self("Host")!
}

extension HTTPAddress {
    /// The target of a request with these fields: its own Host takes the place of the address's host (RFC 9110 §7.1).
    func targeted(by fields: HTTPFields) -> HTTPAddress {
        guard let host = fields.first(.hostName) else { return self }
        let user = userInfo.map { $0 + "@" } ?? ""
        guard let named = HTTPAddress("\(scheme)://\(user)\(host)\(target)"), named.target == target,
            named.userInfo == userInfo
        else { return self }
        return named
    }
}
