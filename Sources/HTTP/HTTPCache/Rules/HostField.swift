internal import HTTPTypes

extension HTTPField.Name {
    /// RFC 9110 §7.2; swift-http-types has no such name, since HTTP/2 sends the host apart from the fields.
    static let hostName = Self("Host")!
}

extension CacheKey {
    /// Makes the key of a request with these fields. A Host field is part of the request's target (RFC 9110 §7.1), but
    /// the address decides which server answers, and that may be any server: its response must not be served in place
    /// of the named host's.
    init(_ address: HTTPAddress, _ fields: HTTPFields) {
        guard let target = address.target(named: fields) else {
            self.init(address)
            return
        }
        self.init(address, method: "GET", parts: [Array(target.utf8)])
    }
}

extension HTTPAddress {
    /// Returns the address with the host that these fields name; nil if they name none, or its own.
    ///
    /// A server must refuse an invalid host, and more than one (RFC 9112 §3.2). If it answers with its default site
    /// instead, only requests with the same fields may get that response: the result is their text, not an address.
    func target(named fields: HTTPFields) -> String? {
        let hosts = fields[values: .hostName]
        guard let host = hosts.first else { return nil }
        guard hosts.count == 1, let named = with(host: host) else {
            return hosts.map { "Host: \($0)\n" }.joined()
        }
        return named == self ? nil : named.text
    }

    /// Returns nil for a host that is not valid.
    private func with(host: String) -> HTTPAddress? {
        let user = userInfo.map { $0 + "@" } ?? ""
        let named = HTTPAddress("\(scheme)://\(user)\(host)\(target)")
        return named?.target == target && named?.userInfo == userInfo ? named : nil
    }
}
