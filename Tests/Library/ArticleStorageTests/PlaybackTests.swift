import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct PlaybackTests {
    @Test("The position in an enclosure is stored and replaced without reloading a list")
    func position() throws {
        let library = try Library()
        let token = try library.store.changeToken()
        #expect(try library.store.playback(of: "https://a.example/1.mp3") == nil)
        for playback in [
            Playback(position: 12.5, duration: 100, isOpen: true),
            Playback(position: 0, duration: 100, isFinished: true),
        ] {
            try library.store.setPlayback(playback, of: "https://a.example/1.mp3", at: now)
            #expect(try library.store.playback(of: "https://a.example/1.mp3") == playback)
            #expect(try library.store.playbacks() == ["https://a.example/1.mp3": playback])
        }
        #expect(try library.store.changeToken() == token)
    }

    @Test("The library keeps the positions of the enclosures played last")
    func limit() throws {
        let library = try Library()
        for number in 0...ArticleStore.maximumPlaybacks {
            try library.store.setPlayback(
                Playback(position: 1, duration: 2), of: "\(number)", at: now + Double(number))
        }
        #expect(try library.store.playbacks().count == ArticleStore.maximumPlaybacks)
        #expect(try library.store.playback(of: "0") == nil)
    }

    @Test("The position in an enclosure follows the token in its address, and no other query of its path")
    func newToken() throws {
        let library = try Library()
        func episode(_ name: String, _ urls: String...) -> ParsedItem {
            var episode = item(name)
            episode.enclosures = urls.map { Enclosure(url: $0) }
            return episode
        }
        let (one, two) = ("https://a.example/1.mp3?token=", "https://a.example/play.mp3?id=")
        let feed = try library.feed("one", [episode("One", one + "1"), episode("Two", two + "1")])
        let playback = Playback(position: 12, duration: 100)
        for url in [one + "1", two + "1"] { try library.store.setPlayback(playback, of: url, at: now) }
        for token in 2...4 {
            let two = episode("Two", two + "1", two + "\(token)")
            try library.ingest([episode("One", one + "\(token)"), two], into: feed)
            #expect(try library.store.playback(of: one + "\(token)") == playback)
        }
        // The address before the last one stays for a text that is still open.
        #expect(try library.store.playbacks().keys.sorted() == [one + "3", one + "4", two + "1"])
    }

    @Test("The position in one part of an episode does not pass to the other parts at its path")
    func parts() throws {
        let library = try Library()
        func episode(_ token: Int) -> ParsedItem {
            var episode = item("One")
            episode.enclosures = (1...2).map { Enclosure(url: "https://a.example/1.mp3?part=\($0)&token=\(token)") }
            return episode
        }
        let feed = try library.feed("one", [episode(1)])
        let played = episode(1).enclosures[0].url
        try library.store.setPlayback(Playback(position: 0, duration: 100, isFinished: true), of: played, at: now)
        try library.ingest([episode(2)], into: feed)
        #expect(try Array(library.store.playbacks().keys) == [played])
    }
}
