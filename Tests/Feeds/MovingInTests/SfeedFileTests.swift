import FeedModel
import Foundation
import Testing

@testable import MovingIn

/// The files of sfeed, and homes in which some are missing.
@Suite struct SfeedFileTests {
    private func write(_ text: String, to name: String, of rig: SfeedHomeTests.Rig) throws {
        try text.write(to: rig.folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    @Test("The content of an article has the line feeds, tabs and backslashes that sfeed escapes")
    func escapes() throws {
        let rig = try SfeedHomeTests.Rig()
        let content = #"one\ntwo\tthree\\nfour\x"#
        try write("1700000000\tTitle\thttps://a.example/\t\(content)\tplain\tid\t\t\t\n", to: "feeds/My guid", of: rig)
        let article = try #require(try rig.read().articles(of: "My guid").first)
        #expect(article.item.contentText == "one\ntwo\tthree\\nfourx")
    }

    @Test("Files of feeds that are no longer in the list are read in pieces; hidden files are not")
    func unlistedFiles() throws {
        let rig = try SfeedHomeTests.Rig()
        let lines = (1...1_001).map { "170000\($0)\tTitle \($0)\thttps://a.example/\($0)\t\thtml\t\($0)\t\t\t\n" }
        try write(lines.joined(), to: "feeds/gone", of: rig)
        try write(lines[0], to: "feeds/.hidden", of: rig)
        let source = try rig.read()
        let listed = try FileManager.default.contentsOfDirectory(atPath: rig.folder.path + "/feeds")
            .filter { $0 != "gone" && $0 != ".hidden" }
        var pieces: [Int] = []
        try source.articles?.forEachPiece(besides: Set(listed)) { pieces.append($0.count) }
        #expect(pieces == [1_000, 1])
        pieces = []
        try source.articles?.forEachPiece(besides: Set(listed + ["gone"])) { pieces.append($0.count) }
        #expect(pieces == [])
    }

    @Test("Lines with fewer than six fields are counted and left out")
    func damagedLines() throws {
        let rig = try SfeedHomeTests.Rig()
        let lines = "1\tA\thttps://a.example/\t\thtml\n\n2\tB\thttps://b.example/\t\thtml\tid\n"
        try write(lines, to: "feeds/My guid", of: rig)
        let source = try rig.read()
        #expect(try source.articles(of: "My guid").map(\.item.title) == ["B"])
        #expect(source.articles?.problems == ["\(rig.folder.path)/feeds/My guid: 1 of 2 lines are not articles"])
    }

    @Test("A home without sfeedrc, or without the files of articles, says what is not moved")
    func missingParts() throws {
        let rig = try SfeedHomeTests.Rig()
        try FileManager.default.removeItem(at: rig.folder.appendingPathComponent("sfeedrc"))
        let home = try rig.read().home
        #expect(home.feeds.isEmpty && home.problems == ["\(rig.folder.path)/sfeedrc is missing: no feeds are moved"])
        try FileManager.default.removeItem(at: rig.folder.appendingPathComponent("feeds"))
        let source = try rig.read()
        #expect(source.home.problems.last == "\(rig.folder.path)/feeds is missing: no articles are moved")
        #expect(source.articles == nil)
    }

    @Test("sfeed's own folder can be given in place of the home")
    func ownFolder() throws {
        let rig = try SfeedHomeTests.Rig()
        #expect(try SfeedHome.read(from: rig.folder.path, environment: [:]).home.feeds.count == 4)
        #expect(SfeedHome.feedCount(environment: ["HOME": rig.home.path]) == 4)
        #expect(SfeedHome.feedCount(environment: ["HOME": rig.folder.path]) == nil)
        #expect(throws: MovingInError.self) { try SfeedHome.read(from: rig.home.path + "/none", environment: [:]) }
    }
}
