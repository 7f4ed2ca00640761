import FeedModel
import FeedRules
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct RuleMatcherTests {
    private func rules(kill: [(RuleField, String)] = [], highlight: [(RuleField, String)] = []) throws -> RuleSet {
        RuleSet(
            kills: try kill.map { ArticleRule([try .init($0.0, $0.1)]) },
            highlights: try highlight.map { ArticleRule([try .init($0.0, $0.1)]) })
    }

    @Test("A hidden article is in no list and no count, but stays in the library")
    func hiddenArticlesStayInTheLibrary() throws {
        let library = try Library()
        library.store.rules = try rules(kill: [(.title, "advert")])
        let feed = try library.feed("one", [item("An advert"), item("News", hoursAgo: 1)])
        try library.indexAll()
        #expect(try library.titles(.all) == ["News"])
        #expect(try library.titles(.feed(feed)) == ["News"])
        #expect(try library.titles(.search("advert")) == [])
        #expect(try library.counts(feed) == [1, 1])
        #expect(try library.store.killedCount() == 1)
    }

    @Test("Changed rules apply to stored articles") func changedRulesAreAppliedToStoredArticles() throws {
        let library = try Library()
        let feed = try library.feed("one", [item("An advert"), item("News", hoursAgo: 1, html: "<p>of cats</p>")])
        library.store.rules = try rules(kill: [(.title, "advert")], highlight: [(.content, "cats")])
        #expect(try !library.store.hasAppliedRules())
        #expect(try library.store.applyRules() && library.store.hasAppliedRules())
        #expect(try library.titles(.all) == ["News"])
        let page = try library.store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 9)
        #expect(page.rows.map(\.highlight) == [0])
        #expect(try !library.store.applyRules(), "the same rules are applied once")
        library.store.rules = RuleSet()
        #expect(try library.store.applyRules())
        #expect(try library.titles(.all) == ["An advert", "News"])
        #expect(try library.counts(feed) == [2, 2])
    }

    @Test(
        "A rule for a feed's address matches it with and without its password",
        arguments: [#"^https://a\.test/f$"#, #"^https://me:hush@a\.test/f$"#])
    func passwordInAddress(_ pattern: String) throws {
        let matcher = RuleMatcher(
            try rules(kill: [(.feed, pattern)]), feedTitle: "A", feedURL: "https://me:hush@a.test/f")
        #expect(matcher.verdict(on: ParsedItem(id: "1")) == .killed)
    }

    @Test("No rule hides an address that the person saved")
    func savedAddresses() throws {
        let library = try Library()
        library.store.rules = try rules(kill: [(.url, "advert.example")])
        let id = try library.store.saveAddress("https://advert.example/1", at: now).id
        try library.store.setPageText(
            PageText(html: "<p>Buy.</p>", url: "https://advert.example/1"), for: [id],
            describedBy: SavedPageMetadata(title: "An advert"))
        library.store.rules = try rules(kill: [(.title, "advert")])
        try library.store.applyRules()
        #expect(try library.titles(.all) == ["An advert"])
    }

    @Test("Marks stay while a rule hides their article") func marksOfHiddenArticles() throws {
        let library = try Library()
        try library.feed("one", [item("An advert"), item("News", hoursAgo: 1)])
        try library.store.set(.starred(true), on: [library.id("An advert")])
        library.store.rules = try rules(kill: [(.title, "advert")])
        try library.store.applyRules()
        #expect(try library.titles(.starred) == [])
        library.store.rules = RuleSet()
        try library.store.applyRules()
        #expect(try library.titles(.starred) == ["An advert"])
    }

    @Test("The rules apply again to an edited article") func rulesAreAppliedAgainToEditedArticle() throws {
        let library = try Library()
        library.store.rules = try rules(kill: [(.title, "draft")])
        let feed = try library.feed("one", [item("A draft", guid: "1")])
        #expect(try library.titles(.all) == [])
        try library.ingest([item("The article", guid: "1")], into: feed)
        #expect(try library.titles(.all) == ["The article"])
        try library.ingest([item("A draft again", guid: "1")], into: feed)
        #expect(try library.titles(.all) == [])
        #expect(try library.counts(feed) == [0, 0])
    }

    @Test("Hidden articles stay hidden when their feed returns")
    func hiddenArticlesStayHiddenWhenTheirFeedReturns() throws {
        let library = try Library()
        library.store.rules = try rules(kill: [(.title, "advert")])
        let feed = try library.feed("one", [item("An advert"), item("News", hoursAgo: 1)])
        try library.store.remove(feed, at: now)
        try library.store.restore(feed)
        #expect(try library.titles(.all) == ["News"])
    }

    @Test("Rules use the name that the person gave the feed") func feedsAreKnownByTheirPersonalName() throws {
        let library = try Library()
        let feed = try library.feed("one", [item("News")])
        library.store.rules = try rules(kill: [(.feed, "^noise$")])
        try library.store.applyRules()
        #expect(try library.titles(.all) == ["News"])
        try library.store.rename(feed, to: "Noise")
        try library.store.applyRules()
        #expect(try library.titles(.all) == [])
        try library.ingest([item("More"), item("News")], into: feed)
        #expect(try library.titles(.all) == [])
    }

    @Test("Retention removes old hidden articles too") func retentionRemovesOldHiddenArticlesToo() throws {
        let library = try Library()
        library.store.rules = try rules(kill: [(.title, "advert")])
        let feed = try library.feed("one", [item("An advert", hoursAgo: 100), item("News", hoursAgo: 1)])
        try library.store.retain(RetentionPolicy(maximumAge: 3_600 * 24), in: feed, at: now)
        #expect(try library.store.killedCount() == 0)
        #expect(try library.titles(.all) == ["News"])
    }

    @Test("Retention keeps a starred article that a rule hides")
    func retentionOfStarred() throws {
        let library = try Library()
        let feed = try library.feed("one", [item("An advert", hoursAgo: 100), item("News", hoursAgo: 1)])
        try library.store.set(.starred(true), on: [library.id("An advert")])
        library.store.rules = try rules(kill: [(.title, "advert")])
        try library.store.applyRules()
        #expect(try library.store.killedCount() == 1)
        try library.store.retain(RetentionPolicy(maximumAge: 3_600 * 24), in: feed, at: now)
        library.store.rules = RuleSet()
        try library.store.applyRules()
        #expect(try library.titles(.starred) == ["An advert"])
    }
}
