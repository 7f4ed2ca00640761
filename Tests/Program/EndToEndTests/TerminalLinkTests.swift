import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Links that the terminal itself opens (OSC 8), in the real program.
    @Suite struct TerminalLinkTests {
        private func text() -> String {
            (1...60).map { number in
                "<p>Paragraph \(number) has <a href='https://link.example/\(number % 7)'>a link here</a> and more.</p>"
            }.joined()
        }

        private func open(_ setting: String) throws -> SimulatedTerminal {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let item = "<item><title>Links</title><guid>1</guid><description><![CDATA[\(text())]]></description></item>"
            origin.route(
                "/a", .response(body: "<rss version='2.0'><channel><title>Gazette</title>\(item)</channel></rss>"))
            try home.subscribe(to: origin.url("/a"))
            try home.configure("[reader]\nlinks = \"\(setting)\"\n")
            let terminal = try SimulatedTerminal(home: home.url, .init(attributes: "?6c"), .whole)
            try terminal.play(until: "Gazette")
            terminal.type("g\r")
            try terminal.play(until: "Links")
            terminal.type("\r")
            try terminal.play(until: "Paragraph 1 has")
            return terminal
        }

        @Test("After any scrolling, each cell has the link of its text")
        func scrolling() throws {
            let terminal = try open("always")
            try terminal.play(until: "]8;id=1;https://link.example/1")
            for keys in ["j", "jjj", " ", "b", "G", "g", "jjjjjjj", "u", "\u{1B}", "/more\r", "\u{1B}", "q"] {
                terminal.type(keys)
                try terminal.playUntilQuiet(milliseconds: 400)
                var screen = LinkedScreen()
                screen.show(terminal.output)
                #expect(screen.unknown.isEmpty)
                let shown = screen.letters.map { String($0) }.joined(separator: "\n")
                for number in 0..<7 {
                    let linked = screen.text(linkedTo: "https://link.example/\(number)")
                    let shownNumber = number == 0 ? 7 : number
                    let rest = linked.replacing("a link here [\(shownNumber)]", with: "")
                        .replacing("[\(shownNumber)] https://link.example/\(number)", with: "")
                    #expect(rest.isEmpty, "\(keys): cells linked to \(number): \(linked)\n\(shown)")
                }
                let isText = shown.contains("Paragraph") && !"u".contains(keys)
                #expect(!isText || !screen.linkedAddresses.isEmpty, "\(keys)")
            }
        }

        @Test("Scrolling by a row writes that row and its links; the other rows keep theirs", arguments: ["j", "k"])
        func scrollingByARow(_ key: String) throws {
            let terminal = try open("always")
            terminal.type("jjjjj")
            try terminal.playUntilQuiet(milliseconds: 400)
            let start = terminal.output.count
            terminal.type(key)
            try terminal.playUntilQuiet(milliseconds: 400)
            let written = terminal.output[start...]
            #expect(written.count < 400, "\(String(decoding: written, as: UTF8.self).debugDescription)")
        }

        @Test("Without the setting no link is written in an unknown terminal")
        func auto() throws {
            let terminal = try open("auto")
            try terminal.playUntilQuiet(milliseconds: 400)
            #expect(!terminal.text.contains("\u{1B}]8;"))
        }
    }
}
