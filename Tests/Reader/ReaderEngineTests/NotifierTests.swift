import FeedModel
import Testing

@testable import ReaderEngine

@Suite struct NotifierTests {
    private let notice = ArrivalNotice(title: "A;\u{1B}]0;x\u{07}b", count: 2, feeds: ["LWN.net"])

    @Test(
        "Quiet hours may span midnight; their end is not quiet",
        arguments: [
            ("22:00-07:00", 23 * 60, true), ("22:00-07:00", 7 * 60, false), ("22:00-07:00", 0, true),
            ("9:30-10:00", 9 * 60 + 30, true), ("9:30-10:00", 10 * 60, false), ("9:30-10:00", 0, false),
        ])
    func quiet(_ text: String, _ minute: Int, _ isQuiet: Bool) throws {
        #expect(try #require(QuietHours(text)).contains(minute) == isQuiet)
        var settings = NotifySettings()
        settings.quiet = text
        #expect(!settings.allowsNotification(minute: minute))
        settings.desktop = .auto
        #expect(settings.allowsNotification(minute: minute) == !isQuiet)
    }

    @Test(
        "Invalid quiet hours are refused",
        arguments: ["", "22", "22:00", "24:00-1:00", "1:60-2:00", "1:00-1:00", "a-b", "1:0-2:00"])
    func noHours(_ text: String) {
        #expect(QuietHours(text) == nil)
    }

    private func channel(
        _ desktop: NotifySettings.Desktop, _ set: [String: String], _ installed: [String] = []
    ) -> Notifier.Channel? {
        Notifier.channel(notice, desktop, environment: { set[$0] }, isInstalled: installed.contains)
    }

    @Test("A desktop is notified by notify-send, and a terminal by its escape sequence; tmux is not notified")
    func ways() {
        #expect(channel(.auto, ["DISPLAY": ":0"], ["notify-send"]) == .program)
        #expect(channel(.auto, ["DISPLAY": "", "TERM": "foot"], ["notify-send"]) != .program)
        #expect(channel(.off, ["DISPLAY": ":0"], ["notify-send"]) == nil)
        #expect(channel(.auto, ["TMUX": "x", "TERM": "xterm"]) == nil)
        guard case .sequence(let foot) = channel(.auto, ["TERM": "foot"]) else {
            Issue.record("no sequence")
            return
        }
        #expect(foot.hasPrefix("\u{1B}]777;notify;lede: 2 new articles;LWN.net: A,"))
        guard case .sequence(let text) = channel(.terminal, ["TERM": "xterm"]) else {
            Issue.record("no sequence")
            return
        }
        #expect(text.hasPrefix("\u{1B}]9;lede: 2 new articles: LWN.net: A") && text.hasSuffix("\u{07}"))
    }

    @Test("No feed can end the sequence early or add one of its own")
    func safety() {
        guard case .sequence(let text) = channel(.terminal, ["TERM": "xterm"]) else {
            Issue.record("no sequence")
            return
        }
        let inside = text.dropFirst().dropLast()
        #expect(!inside.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        #expect(Notifier.safe(String(repeating: "x", count: 900)).count == 200)
    }

    @Test("The title of a feed is not markup in a desktop notification")
    func markup() {
        let notice = ArrivalNotice(title: "<img src=x> & more", count: 1, feeds: ["<b>Gazette</b>"])
        #expect(
            Notifier.desktopWords(notice).suffix(2) == [
                "lede: 1 new article", "&lt;b&gt;Gazette&lt;/b&gt;: &lt;img src=x&gt; &amp; more",
            ])
    }

    @Test("A notification names one article and its feed, or several feeds")
    func words() {
        #expect(notice.feed == "LWN.net" && notice.heading == "2 new articles")
        let many = ArrivalNotice(title: "T", count: 9, feeds: ["a", "b", "c", "d"])
        #expect(many.feed == "4 feeds" && many.body == "a, b, c and 1 more")
        #expect(Notifier.arguments(many) == ["T", "9", "4 feeds"])
    }
}
