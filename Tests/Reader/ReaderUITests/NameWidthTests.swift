import FeedModel
import Testing

/// The space for names, counts and tags in rows.
@Suite struct NameWidthTests {
    @Test("A feed's name ends one column before its own count, and a row without one has the whole width")
    func namesBesideCounts() {
        var rig = Rig(columns: 150, rows: 30)
        rig.subscriptions[0].name = "The long name of a newspaper that is cut"
        rig.subscriptions[3].name = "The long name of a newspaper that is cut"
        rig.start()
        let rows = rig.screen.compactMap { $0.split(separator: "│").first }.filter { $0.contains("The long") }
        #expect(rows == ["     The long name of a ne… 7 ", "   The long name of a newspa… "])
    }

    @Test("In the narrowest feed column names have priority over counts")
    func narrowNames() {
        var rig = Rig(columns: 150, rows: 30)
        for index in rig.articles.indices { rig.articles[index].isRead = false }
        rig.start()
        for _ in 0..<40 { rig.press("[") }
        #expect(rig.line(with: "LWN") != nil || rig.line(with: "Hack") != nil, "\(rig.screen.joined(separator: "\n"))")
    }

    @Test("Deeply nested folders stay within the width of the feed column and keep a name")
    func deepFolders() {
        var rig = Rig(columns: 150, rows: 44)
        rig.subscriptions[0].folder = (1...20).map { "Level \($0)" }
        rig.start()
        for _ in 0..<40 { rig.press("[") }
        let rows = rig.screen.map { $0.split(separator: "│", omittingEmptySubsequences: false) }
        #expect(!rows.contains { $0.dropFirst().contains { $0.contains("▾") } })
        let folders = rows.compactMap(\.first).filter { $0.contains("▾") }
        #expect(folders.count > 20 && folders.allSatisfy { $0.split(separator: " ").count >= 2 }, "\(folders)")
    }

    @Test("Tags make room for the title, and no tag is cut")
    func tags() {
        var rig = Rig(columns: 100, rows: 30)
        rig.tags = ["Article 1": ["rain", "countryside", "night"]]
        rig.articles[1].item.title = "Article 1"
        rig.articles[2].item.title = "A longer title that needs the row"
        rig.tags["A longer title that needs the row"] = ["rain", "countryside", "night"]
        rig.start()
        rig.press("k", "Enter")
        #expect(rig.line(with: "Article 1 #rain")?.contains("#c") == false)
        let long = rig.line(with: "A longer")
        #expect(long?.contains(" #") == true && long?.contains("…") == true && long?.contains("#coun") == false)
    }
}
