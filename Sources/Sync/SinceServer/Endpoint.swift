import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import HTTPTypes

/// Answers requests to the three addresses of the since-id endpoint, from one library.
struct Endpoint: Sendable {
    let store: ArticleStore
    let gate: RequestGate
    let limits: ServerLimits
    let record: PositionRecord
    let readiness: Readiness

    func response(to head: RequestHead, body: [UInt8]) -> Response {
        do throws(Refusal) {
            try gate.admit(head)
            return try route(head, body)
        } catch {
            return Response(error)
        }
    }

    private func route(_ head: RequestHead, _ body: [UInt8]) throws(Refusal) -> Response {
        switch (head.path, head.method) {
        case ("/items.json", "GET"), ("/items.json", "HEAD"): return try items(head)
        case ("/ids.json", "GET"), ("/ids.json", "HEAD"): return try states(head)
        case ("/state", "POST"): return try mark(body)
        case ("/items.json", _), ("/ids.json", _): throw .methodNotAllowed(allowed: "GET, HEAD")
        case ("/state", _): throw .methodNotAllowed(allowed: "POST")
        default: throw .notFound
        }
    }

    // MARK: - Pages

    private func items(_ head: RequestHead) throws(Refusal) -> Response {
        let parameters = head.parameters
        let limit = min(
            max(try number("limit", parameters) ?? Int64(limits.articlesByDefault), 1), Int64(limits.articles))
        let (since, before) = (try number("since_id", parameters), try number("max_id", parameters))
        let state = try loggedState()
        if let since, parameters["epoch"].map({ $0 != state.epoch }) ?? false || since > state.last {
            let last = "{\"error\":\"reset\",\"_since\":{\"epoch\":\"\(state.epoch)\",\"last\":\"\(state.last)\"}}"
            return Response(status: 409, body: Array(last.utf8))
        }
        // These values determine the whole page.
        let origin = head.origin
        let tag = EntityTag(state, "\(origin) \(head.query)", isCoded: head.takesGzip)
        guard !tag.isNamed(in: head.fields[values: .ifNoneMatch]) else { return tag.notModified }

        let range: ChangeLogRange = since.map { .after($0) } ?? before.map { .before($0) } ?? .newest
        let page = try read { () throws(ArticleStoreError) in try store.changes(range, limit: Int(limit)) }
        var document = SinceDocument(page, asked: since)
        // HTTP/1.0 has no Host; without it the server does not know its own address.
        if page.hasMore, head.fields[.hostName]?.isEmpty == false, let next = range.next(in: page) {
            document.nextURL = "\(origin)/items.json?\(next)&limit=\(limit)"
        }
        var response = Response(status: 200, type: "application/feed+json", body: document.written())
        response.code(for: head)
        // The page may come from a later state than the one in the first tag.
        response.fields[.eTag] = EntityTag(page.state, "\(origin) \(head.query)", isCoded: head.takesGzip).value
        if let next = document.nextURL { response.fields[.link] = "<\(next)>; rel=\"next\"" }
        return response
    }

    private func states(_ head: RequestHead) throws(Refusal) -> Response {
        let mark: Mark
        switch head.parameters["state"] ?? "unread" {
        case "unread": mark = .read(false)
        case "starred": mark = .starred(true)
        default: throw .unknownState
        }
        _ = try loggedState()
        let (state, ids) = try read { () throws(ArticleStoreError) in try store.loggedArticles(withMark: mark) }
        let tag = EntityTag(state, head.query, isCoded: head.takesGzip)
        guard !tag.isNamed(in: head.fields[values: .ifNoneMatch]) else { return tag.notModified }
        var response = Response(status: 200, body: SinceStates.writtenIDs(ids, epoch: state.epoch, at: state.last))
        response.code(for: head)
        response.fields[.eTag] = tag.value
        return response
    }

    // MARK: - Marks

    private func mark(_ body: [UInt8]) throws(Refusal) -> Response {
        guard let marks = SinceStates.marks(in: body) else { throw .badRequest }
        guard marks.count <= limits.marks else { throw .tooManyMarks(limit: limits.marks) }
        _ = try loggedState()
        let known = try read { () throws(ArticleStoreError) in
            try store.set(marks.map { (wireID: $0.id, mark: $0.mark) })
        }
        var (done, gone): ([String], [String]) = ([], [])
        for (mark, isKnown) in zip(marks, known) {
            // An article with two marks is reported once.
            if isKnown, done.last != mark.id { done.append(mark.id) }
            if !isKnown, gone.last != mark.id { gone.append(mark.id) }
        }
        return Response(status: 200, body: SinceStates.writtenResults(done: done, gone: gone))
    }

    // MARK: - Details

    /// Gives every change so far its position, and returns the state of the log after that.
    private func loggedState() throws(Refusal) -> ChangeLogState {
        try readiness.check()
        let state = try read { () throws(ArticleStoreError) in try store.logChanges() }
        record.note(state)
        return state
    }

    private func read<Value>(_ body: () throws(ArticleStoreError) -> Value) throws(Refusal) -> Value {
        do { return try body() } catch { throw .failed }
    }

    private func number(_ name: String, _ parameters: [String: String]) throws(Refusal) -> Int64? {
        guard let text = parameters[name] else { return nil }
        if let number = Int64(text) { return number }
        // A larger number exceeds any position.
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { throw .notNumbers }
        return .max
    }
}

/// The validator of a page (RFC 9110 §8.8.3): the content of a page cannot change without the position.
private struct EntityTag {
    let value: String

    init(_ state: ChangeLogState, _ question: String, isCoded: Bool) {
        var hash = Fingerprint()
        hash.add(bytes: question.utf8)
        let end = isCoded ? "-gzip\"" : "\""
        value = "\"\(state.epoch)-\(state.last)-\(state.removedThrough)-\(String(hash.value, radix: 36))\(end)"
    }

    /// Applies weak comparison (§13.1.2).
    func isNamed(in values: [String]) -> Bool {
        values.joined(separator: ",").split(separator: ",").contains { member in
            let tag = member.drop { $0 == " " }.prefix { $0 != " " }
            return tag == "*" || WeakComparison.areEqual(tag, value[...])
        }
    }

    var notModified: Response {
        var response = Response(status: 304)
        response.fields[.eTag] = value
        response.fields[.vary] = "Accept-Encoding"
        return response
    }
}

extension ChangeLogRange {
    /// Returns the query of the next page.
    fileprivate func next(in page: ChangeLogPage) -> String? {
        switch self {
        case .after: page.end.map { "since_id=\($0)" }
        case .newest, .before: page.articles.last.map { "max_id=\($0.position)" }
        }
    }
}

extension SinceDocument {
    /// - Parameter asked: the position after which the page begins.
    fileprivate init(_ page: ChangeLogPage, asked: Int64?) {
        let state = page.state
        self.init(
            title: "lede", epoch: state.epoch, oldest: state.oldest, last: page.end, hasMore: page.hasMore,
            hasGap: asked.map { 0 < $0 && $0 < state.removedThrough } ?? false, feeds: page.feeds.map(RemoteFeed.init),
            articles: page.articles.map(RemoteArticle.init))
    }
}

extension RemoteFeed {
    fileprivate init(_ logged: LoggedFeed) {
        self.init(
            id: logged.wireID, position: String(logged.position), isDeleted: logged.subscription == nil,
            title: logged.subscription?.title, feedURL: logged.subscription.map { ShownAddress.of($0.feedURL) },
            homePageURL: logged.subscription?.homePageURL, folder: logged.subscription?.folder ?? [])
    }
}

extension RemoteArticle {
    fileprivate init(_ logged: LoggedArticle) {
        var item = logged.article?.item
        // Clients sort by date, and do not know the arrival time of an article without one.
        if item?.published == nil, item?.updated == nil { item?.published = logged.article?.received }
        self.init(
            id: logged.wireID, position: String(logged.position), feed: logged.feed, item: item,
            isRead: logged.article?.isRead, isStarred: logged.article?.isStarred,
            labels: logged.tags)
    }
}
