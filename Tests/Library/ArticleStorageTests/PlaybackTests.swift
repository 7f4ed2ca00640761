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
}
