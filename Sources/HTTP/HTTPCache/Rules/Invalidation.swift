internal import HTTPTypes

/// Addresses that a successful unsafe request invalidates (RFC 9111 §4.4).
enum Invalidation {
    /// RFC 9110 §9.2.1. Every other method, even an unknown one, may have changed the resource.
    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]

    /// Returns the request's own address, and those in Location and Content-Location on the same origin, all with and
    /// without the request's user information: servers leave it out, and it names no other resource (RFC 9110 §4.2.4).
    static func targets(
        _ method: HTTPRequest.Method, _ address: HTTPAddress, _ status: Int, _ fields: HTTPFields
    ) -> [HTTPAddress] {
        guard !safeMethods.contains(method), (200..<400).contains(status) else { return [] }
        let named = [HTTPField.Name.location, .contentLocation].compactMap {
            fields.reference($0).flatMap(address.resolving)
        }
        var targets = [address]
        for target in [HTTPAddress(address.textWithoutUserInfo)].compactMap(\.self) + named
        where target.hasSameOrigin(as: address) {
            for form in [target, target.keepingUserInfo(of: address)] where !targets.contains(form) {
                targets.append(form)
            }
        }
        return targets
    }
}
