import Basics
import FeedModel
import HTTPCache
import HTTPTypes

/// The person's credentials for feeds behind a login. A secret is read at its first use and stays in memory only.
package actor Keyring {
    /// The rules sorted by length, the longest scope first: the most specific rule decides.
    private let rules: [CredentialRule]
    /// True if no secret may be sent, whatever its source, because the person's proxy is not known.
    let isWithheld: Bool
    private let reading = WorkQueue("lede.secrets")
    private var secrets: [Int: Task<Result<String, CredentialError>, Never>] = [:]

    package init(_ rules: [CredentialRule] = [], isWithheld: Bool = false) {
        self.isWithheld = isWithheld
        self.rules = rules.sorted { $0.scope.description.utf8.count > $1.scope.description.utf8.count }
    }

    /// Returns the secrets for a request to this address: of several rules for one field, that with the longest scope
    /// decides, before the address's own `user:password@`.
    ///
    /// - Throws: `withheld` for an address that has a rule or contains `user:password@` itself, while no secret may be
    ///   sent.
    nonisolated(nonsending) func credentials(for url: String) async throws(CredentialError) -> RequestCredentials {
        // Most feeds have no rule: their visits need no hop to this actor.
        if covers(url) { return try await ruledCredentials(for: url) }
        guard !withholdsPassword(in: url) else { throw .withheld }
        var credentials = RequestCredentials()
        credentials.authorization = CacheRequest(url: url).addressAuthorization
        return credentials
    }

    private func ruledCredentials(for url: String) async throws(CredentialError) -> RequestCredentials {
        var credentials = RequestCredentials(headers: try await headers(for: url))
        guard let index = loginRule(for: url) else {
            credentials.authorization = CacheRequest(url: url).addressAuthorization
            return credentials
        }
        let secret = try await secret(index)
        credentials.authorization =
            rules[index].user.map { BasicCredentials.field(user: $0, password: secret) } ?? "Bearer \(secret)"
        return credentials
    }

    /// Returns the credentials for an address that a feed names, such as an article's page, if both have the same
    /// origin: the credentials of a rule that covers the address, else the feed's `user:password@`. A feed must not be
    /// able to send the person's secrets to another server.
    ///
    /// - Throws: `withheld`, as for a feed, even for an address with a `user:password@` of its own.
    func credentials(
        for url: String, ofFeedAt feedURL: String?
    ) async throws(CredentialError) -> RequestCredentials {
        let url = feedURL.map { CacheRequest.address(url, withLoginOf: $0) } ?? url
        guard !withholdsPassword(in: url) else { throw .withheld }
        guard let feedURL, CacheRequest.isBeside(url, feedURL) else { return RequestCredentials() }
        return try await credentials(for: url)
    }

    /// Returns the headers of the rules, without `Authorization`, for the requests of accounts, which log in by
    /// themselves.
    func headers(for url: String) async throws(CredentialError) -> [HTTPField] {
        guard !withholds(url) else { throw .withheld }
        var headers: [HTTPField] = []
        for (index, rule) in rules.enumerated() where rule.scope.covers(url) {
            guard let name = rule.header?.name, !headers.contains(where: { $0.name == name }) else { continue }
            headers.append(HTTPField(name: name, value: try await secret(index)))
        }
        return headers
    }

    private func loginRule(for url: String) -> Int? {
        rules.firstIndex { $0.header == nil && $0.scope.covers(url) }
    }

    /// True if the address has a rule or contains `user:password@` itself, while no secret may be sent.
    nonisolated func withholds(_ url: String) -> Bool {
        isWithheld && covers(url) || withholdsPassword(in: url)
    }

    /// True if the address contains `user:password@` while no secret may be sent. Requests that never carry the secret
    /// of a rule ask only this.
    nonisolated func withholdsPassword(in url: String) -> Bool {
        isWithheld && ShownAddress.of(url) != url
    }

    /// Returns the user and the secret for an account: from its own file, else from the rule for its address; nil if it
    /// has neither.
    func login(of account: SyncAccount) async throws(CredentialError) -> (user: String?, secret: String)? {
        guard !isWithheld else { throw .withheld }
        if let file = account.secretFile { return (account.user, try SecretSource.file(file).read()) }
        guard let index = loginRule(for: account.url) else { return nil }
        return (account.user ?? rules[index].user, try await secret(index))
    }

    /// Drops the secrets of this address's rules after the server refused them; the next use reads them again.
    func forget(_ url: String) {
        for (index, rule) in rules.enumerated() where rule.scope.covers(url) { secrets[index] = nil }
    }

    /// True if a rule covers this address.
    nonisolated func covers(_ url: String) -> Bool {
        rules.contains { $0.scope.covers(url) }
    }

    private func secret(_ index: Int) async throws(CredentialError) -> String {
        let task = secrets[index] ?? read(index)
        let result = await task.value
        // The next request tries again.
        if case .failure = result, secrets[index] == task { secrets[index] = nil }
        return try result.get()
    }

    private func read(_ index: Int) -> Task<Result<String, CredentialError>, Never> {
        let (source, queue) = (rules[index].secret, reading)
        let task = Task.detached { () -> Result<String, CredentialError> in
            let read = try? await queue.run { Result { () throws(CredentialError) in try source.read() } }
            return read ?? .failure(.unusable(source: "the configuration"))
        }
        secrets[index] = task
        return task
    }
}
