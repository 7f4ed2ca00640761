import FeedModel

// Passes articles to other programs and to files.
extension State {
    mutating func pipe(_ command: String) -> [Effect] {
        currentArticle.map { [.pipe($0, source(of: $0), command: command)] } ?? sayNoArticle()
    }

    /// Runs a program with the current article, or with the feed's page if the feeds are focused.
    mutating func runProgram(_ command: String) -> [Effect] {
        guard focus == .feeds else {
            return currentArticle.map { [.runProgram(.article($0), command)] } ?? sayNoAddress()
        }
        guard let address = currentAddress, let feed = currentSubscription.flatMap(sidebar.subscription) else {
            return sayNoAddress()
        }
        return [.runProgram(.page(PlaceholderValues(address: address, title: feed.title, feed: feed.title)), command)]
    }

    mutating func save(_ path: String, replaces: Bool) -> [Effect] {
        currentArticle.map { [.save($0, source(of: $0), path: path, replaces: replaces)] } ?? sayNoArticle()
    }

    /// Returns the source of the shown text, which is also the text to save or to pipe.
    private func source(of id: ArticleID) -> ArticleSource {
        reading?.id == id && reading?.open.isFullText == false ? .feed : .best
    }
}
