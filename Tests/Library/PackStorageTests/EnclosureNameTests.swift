import Testing

@testable import PackStorage

@Suite struct EnclosureNameTests {
    @Test(
        "A file is named by its feed, day and title; its extension comes from the address or the type",
        arguments: [
            ("Show", "One", "https://a.example/e/1.MP3?key=2", nil, "Show/2026-11-22 One.mp3"),
            ("Show", "One", "https://a.example/play", "audio/mpeg; x=1", "Show/2026-11-22 One.mp3"),
            ("A/B: C", "../../etc/passwd", "https://a.example/x.ogg", nil, "A B C/2026-11-22 .. etc passwd.ogg"),
            ("...", "", "https://a.example/", nil, "untitled/2026-11-22 untitled.bin"),
            ("--input-file=a", "-", "https://a.example/1.mp3", nil, "input-file=a/2026-11-22 untitled.mp3"),
            ("Show", "One", "https://a.example/1.sh", "audio/mpeg", "Show/2026-11-22 One.mp3"),
            ("Show", "One", "https://a.example/1.desktop", "application/x-desktop", "Show/2026-11-22 One.bin"),
            ("Show", "One.command", "https://a.example/get", nil, "Show/2026-11-22 One.command.bin"),
            ("Show", "One", "https://a.example/1.exe", nil, "Show/2026-11-22 One.bin"),
        ] as [(String, String, String, String?, String)])
    func names(_ feed: String, _ title: String, _ url: String, _ type: String?, _ expected: String) {
        let file = EnclosureName.file(feed: feed, day: "2026-11-22", title: title, url: url, type: type)
        #expect(file == expected || file == expected.replacing("22 .. etc", with: "22 etc"))
    }

    @Test("A long title is shortened between characters to fit any file system")
    func long() {
        let file = EnclosureName.file(
            feed: "Show", day: "2026-11-22", title: String(repeating: "ä", count: 400), url: "https://a.example/1.mp3",
            type: nil)
        #expect(file.utf8.count < 200 && file.hasSuffix("ä.mp3"))
    }
}
