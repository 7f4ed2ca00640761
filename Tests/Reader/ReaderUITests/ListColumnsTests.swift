import FeedModel
import Screen
import Testing

@testable import ReaderUI

@Suite struct ListColumnsTests {
    private func set(_ setting: String, in rig: inout Rig) {
        rig.press(":")
        rig.type("set \(setting)")
        rig.press("Enter")
    }

    @Test(
        "Rows of articles have the columns of article-columns in their order",
        arguments: [
            ("date feed title", "● 14:22 LWN.net Article 0"), ("feed title", "● LWN.net Article 0"),
            ("title", "● Article 0"), ("feed title date", "● LWN.net Article 0"),
            ("title feed date", "● Article 0"), ("\"feed title\"", "● LWN.net Article 0"),
        ])
    func columns(_ columns: String, _ beginning: String) throws {
        var rig = Rig.listingAll(columns: 80)
        set("article-columns \(columns)", in: &rig)
        let row = try #require(rig.line(with: "Article 0")).split(separator: " ", omittingEmptySubsequences: true)
        #expect(row.joined(separator: " ").hasPrefix("▌" + beginning), "\(rig.screen)")
        #expect((row.last == "14:22") == columns.hasSuffix("date"))
        #expect(row.contains("LWN.net") == columns.contains("feed"))
    }

    @Test("A column after the title is aligned whatever the length of the title, which is cut before it")
    func columnAfterTitle() throws {
        var rig = Rig(columns: 60, rows: 20)
        rig.articles[0].item.title = String(repeating: "日本の長い題名 ", count: 10)
        rig.start()
        rig.press("k", "Enter")
        set("article-columns title date", in: &rig)
        let cut = try #require(rig.line(with: "日本の長い題名"))
        let words = cut.split(separator: " ")
        #expect(words.suffix(2).first?.hasSuffix("…") == true && words.last == "14:22", "\(cut)")
        rig.send(.input(.resized(Size(columns: 40, rows: 20))))
        #expect(try #require(rig.line(with: "Article 1 ")).contains(" 13:52"))
    }

    @Test(
        "Unknown columns, columns that occur twice, and rows without a title are refused",
        arguments: ["date", "", "date date title", "title title", "author title", "date,title"])
    func refusals(_ columns: String) {
        #expect(ArticleColumns(columns) == nil)
        var rig = Rig.listingAll()
        set("article-columns \(columns.isEmpty ? "\"\"" : columns)", in: &rig)
        #expect(rig.state.settings.articleColumns == .standard)
        #expect(rig.line(with: "article-columns must be title, with date or feed") != nil, "\(rig.screen)")
    }

    @Test(
        "The columns are written as they were set", arguments: ["title", "feed title date", "date feed title"])
    func text(_ columns: String) {
        #expect(ArticleColumns(columns)?.text == columns)
    }

    @Test("The number of unread articles is beside each feed, and with total also the number of all articles")
    func feedCounts() {
        var rig = Rig(columns: 80, articles: 30)
        rig.start()
        let unread = rig.articles.count { $0.subscription.rawValue == 1 && !$0.isRead }
        #expect(rig.line(with: "LWN.net")?.split(separator: " ").last == "\(unread)")
        set("feed-counts total", in: &rig)
        #expect(rig.line(with: "LWN.net")?.split(separator: " ").last == "\(unread)/10")
        // A feed without articles has no count.
        #expect(rig.line(with: "A blog")?.contains("/") == false)
    }
}
