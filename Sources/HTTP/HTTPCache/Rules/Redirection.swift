internal import Basics
internal import HTTPTypes

/// The request that follows a redirect (RFC 9110 §15.4).
enum Redirection {
    /// Fields about a body that is no longer sent.
    private static let bodyFields: [HTTPField.Name] = [
        .contentType, .contentEncoding, .contentLanguage, .contentLocation, .contentLength,
    ]

    /// Returns the next request; nil if the reply does not redirect to an http or https address.
    static func next(after reply: CachedReply, _ hop: Hop) throws(CacheError) -> (
        hop: Hop, redirect: CachedReply.Redirect
    )? {
        let status = reply.head.status.code
        guard StatusCodes.redirects.contains(status), let location = reply.head.headerFields.reference(.location),
            let target = hop.address.resolving(location)?.keepingUserInfo(of: hop.address)
        else { return nil }
        var request = hop.request
        request.url = target.text
        // §15.4.2–4: by tradition 301 and 302 turn POST into GET; 303 requires it.
        if (status == 303 && request.method != .head) || (status <= 302 && request.method == .post) {
            request.method = .get
            request.body = nil
            for name in bodyFields { request.fields[name] = nil }
        }
        if !target.hasSameOrigin(as: hop.address) {
            request.fields = request.fields.filter { !hop.request.isCredential($0.name) && $0.name != .hostName }
        }
        let redirect = CachedReply.Redirect(
            status: status, url: reply.url, target: target.text, source: reply.source)
        return (try Hop(hop.client, request, hop.policy), redirect)
    }
}

extension HTTPField.Name {
    /// True for `Authorization`, `Cookie` and every other field whose name says that it holds a secret, such as
    /// `X-Api-Key`: it belongs to one origin, is never sent to another, and never shown.
    var isCredential: Bool { SecretName.isSecret(canonicalName[...]) }
}
