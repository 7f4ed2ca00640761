internal import FeedModel
internal import Markup

/// Turns drafts into values of the model: the strings are made here.
extension FeedDraft {
    func item(reading scanner: inout MarkupScanner) -> ParsedItem {
        var item = ParsedItem(id: identifier.value ?? "")
        item.url = links.page.value ?? identifierPage
        item.externalURL = links.related == item.url ? nil : links.related
        item.commentsURL = links.comments
        item.commentsFeedURL = links.commentsFeed
        item.commentCount = links.commentCount
        item.title = title.value.flatMap { scanner.title($0) }
        insertBodies(into: &item, reading: &scanner)
        chapters.add(to: &item)
        item.imageURL = picture.value
        item.published = published.value
        item.updated = updated.value
        let authors = chosenAuthors
        item.authors = authors.isEmpty ? sourceAuthors : authors
        item.tags = tags.values
        item.language = language
        item.enclosures = enclosures.values
        if let first = enclosures.values.first, first.duration == nil { item.enclosures[0].duration = duration }
        if let transcript = transcript.best, item.enclosures.count < FeedLimits.enclosures {
            item.enclosures.append(transcript)
        }
        return item
    }

    func feed(reading scanner: inout MarkupScanner) -> ParsedFeed {
        var feed = ParsedFeed()
        feed.title = title.value.flatMap { scanner.title($0) }
        feed.homePageURL = links.page.value
        feed.feedURL = links.own
        for description in ([subtitle.value] + sortedBodies.map(\.element)).compactMap({ $0 }) where feed.summary == nil
        {
            feed.summary = scanner.line(description)
        }
        feed.language = language
        feed.iconURL = picture.value
        feed.authors = chosenAuthors
        feed.nextURL = links.next
        feed.previousArchiveURL = links.previousArchive
        feed.hints = hints.pollingHints
        return feed
    }

    /// The best body is the article's text; the next best, if it differs, its summary.
    private func insertBodies(into item: inout ParsedItem, reading scanner: inout MarkupScanner) {
        let candidates = sortedBodies
        var index = 0
        while index < candidates.count, item.contentHTML == nil, item.contentText == nil {
            switch scanner.body(candidates[index].element) {
            case .html(let html): item.contentHTML = html
            case .text(let text): item.contentText = text
            case nil: break
            }
            index += 1
        }
        // A media description becomes the text if there is no other; next to a text, it does not become the summary.
        // A second whole text is no summary either.
        guard let next = candidates[index...].first(where: { Meaning.ranksOfSummaries.contains($0.rank) }),
            let summary = scanner.line(next.element)
        else { return }
        if summary != item.contentText, summary != item.contentHTML { item.summary = summary }
    }

    /// The bodies by rank; bodies of equal rank keep their order.
    private var sortedBodies: [RankedBody] {
        bodies.reduce(into: []) { sorted, body in
            sorted.insert(body, at: sorted.firstIndex { $0.rank > body.rank } ?? sorted.endIndex)
        }
    }

    /// Authors and creators; other people only if there are none of these.
    private var chosenAuthors: [Author] {
        guard authors.count > 1 else { return authors.map(\.author) }
        let worst = max(1, authors.map(\.rank).min() ?? 1)
        var chosen = DistinctList<Author>()
        var names: Set<String> = []
        for candidate in authors where candidate.rank <= worst {
            guard candidate.author.name.map({ names.insert($0).inserted }) ?? true else { continue }
            chosen.append(candidate.author)
        }
        return chosen.values
    }
}
