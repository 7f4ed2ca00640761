extension JourneyPlanner {
    /// Returns the message for a request that matches no article.
    package func messageForEmptyRequest(_ request: PackRequest) throws -> String {
        let reason =
            if try !rows(of: request).isEmpty {
                "the feeds of these articles have pack = no"
            } else if request.words.isEmpty {
                "no article is starred or unread"
            } else {
                Self.unmatched(request)
            }
        return "nothing to pack: \(reason)"
    }

    private static func unmatched(_ request: PackRequest) -> String {
        let words = request.words.map { "“\($0)”" }.joined(separator: " or ")
        let isForUnread = request.scopes.allSatisfy(\.unreadOnly)
        return isForUnread ? "no article of \(words) is unread" : "no article matches \(words)"
    }
}
