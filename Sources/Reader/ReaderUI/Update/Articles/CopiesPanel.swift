import FeedModel

// The other feeds' articles of a story.
extension State {
    mutating func showCopies() -> [Effect] {
        guard let open = openedArticle() else { return [] }
        guard !open.copies.isEmpty else {
            say("No other feed has this story")
            return []
        }
        let lines = open.copies.map { copy in
            let detail = "\(clock.when(copy.date, settings.dateFormat)) \(settings.glyphs.dot) \(copy.title)"
            return Panel.Line(label: copy.feedTitle, detail: detail, choice: .article(copy.id))
        }
        panel = Panel(.sameStory, title: "Same story", lines: lines)
        return []
    }
}
