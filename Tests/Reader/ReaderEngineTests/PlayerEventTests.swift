import ArticleStorage
import Testing

@testable import ReaderEngine

@Suite struct PlayerEventTests {
    @Test(
        "Reports from mpv are read; all other lines are ignored",
        arguments: [
            (#"{"event":"property-change","id":1,"name":"path","data":"/a b.mp3"}"#, PlayerEvent.file("/a b.mp3")),
            (#"{"event":"property-change","id":1,"name":"path"}"#, .file(nil)),
            (#"{"event":"property-change","id":2,"name":"time-pos","data":54.142395}"#, .position(54.142395)),
            (#"{"event":"property-change","id":3,"name":"duration","data":100.000000}"#, .duration(100)),
            (#"{"event":"property-change","id":4,"name":"eof-reached","data":true}"#, .atEnd(true)),
            (#"{"event":"end-file","reason":"eof","playlist_entry_id":1}"#, .atEnd(true)),
            (#"{"event":"end-file","reason":"quit","playlist_entry_id":1}"#, nil),
            (#"{"event":"property-change","id":2,"name":"time-pos"}"#, nil),
            (#"{"event":"property-change","name":"time-pos","data":-1}"#, nil),
            (#"{"event":"property-change","name":"time-pos","data":1e300}"#, nil),
            (#"{"event":"property-change","name":"time-pos","data":1e999}"#, nil),
            (#"{"event":"property-change","name":"time-pos","data":"nan"}"#, nil),
            (#"{"event":"property-change","name":"duration","data":[1]}"#, nil),
            (#"{"event":"property-change","name":"volume","data":1}"#, nil),
            (#"{"request_id":0,"error":"success"}"#, nil), ("{\"event\":", nil), ("", nil), ("[[[[", nil),
        ])
    func reports(_ line: String, _ event: PlayerEvent?) {
        #expect(PlayerEvent(Array(line.utf8)) == event)
    }

    @Test("Bytes become lines, wherever they are split; a line that is too long is dropped")
    func lines() {
        var lines = BoundedLines()
        #expect(lines.add(Array("on".utf8)).isEmpty)
        #expect(lines.add(Array("e\ntwo\n\nth".utf8)) == ["one", "two"].map { Array($0.utf8) })
        #expect(lines.add([UInt8](repeating: 0x61, count: 100_000)).isEmpty)
        #expect(lines.add(Array("end\nfour\n".utf8)) == [Array("four".utf8)])
    }

    private func playback(_ events: PlayerEvent...) -> Playback? {
        var progress = PlaybackProgress(of: "/file")
        for report in [.file("/file"), .duration(1_000)] + events { progress.apply(report) }
        return progress.playback(isOpen: false)
    }

    @Test("The position is the last reported one, and a file that was played to its end starts from the beginning")
    func position() {
        #expect(playback() == nil, "a player that does not report a position does not change it")
        #expect(playback(.position(3), .position(600)) == Playback(position: 600, duration: 1_000))
        let finished = Playback(position: 0, duration: 1_000, isFinished: true)
        #expect(playback(.position(600), .atEnd(true)) == finished)
        #expect(playback(.position(980)) == finished, "its last 30 seconds are its end")
        #expect(playback(.position(960)) == Playback(position: 960, duration: 1_000))
        #expect(playback(.position(999), .atEnd(true), .atEnd(false), .position(5))?.position == 5)
        #expect(playback(.duration(10), .position(9))?.isFinished == false, "a short file has a short end")
    }

    @Test("A stream that ends long before its end was cut off, and keeps its position")
    func cutStream() {
        for (position, kept) in [(600.0, 600.0), (950, 0)] {
            let address = "https://h.example/e.mp3"
            var progress = PlaybackProgress(of: address)
            let reports: [PlayerEvent] = [.file(address), .duration(1_000), .position(position), .atEnd(true)]
            for report in reports { progress.apply(report) }
            #expect(progress.playback(isOpen: false)?.position == kept)
        }
    }

    @Test("Another file that is opened in the player does not change the position, and a live stream has none")
    func others() {
        #expect(playback(.position(60), .file("/other"), .position(5), .duration(10), .atEnd(true))?.position == 60)
        #expect(playback(.duration(0), .position(60)) == nil)
    }
}
