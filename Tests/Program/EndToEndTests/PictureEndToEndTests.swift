import CPictureMaker
import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Pictures in the real program, on scripted terminals and in tmux.
    @Suite struct PictureEndToEndTests {
        /// A simple photograph: two colours that block characters show well.
        private static let picture: [UInt8] = {
            var rgba: [UInt8] = []
            for y in 0..<160 {
                for x in 0..<240 { rgba += [UInt8(x), UInt8(y), (x / 30 + y / 40) % 2 == 0 ? 200 : 30, 255] }
            }
            var count = 0
            let bytes = make_png(rgba, 240, 160, 0, &count)!
            defer { free(bytes) }
            return Array(UnsafeBufferPointer(start: bytes, count: count))
        }()

        private func subscribed(_ home: TemporaryHome) throws -> Origin {
            let origin = try Origin()
            let text = "<p>Words before.</p><img src='\(origin.url("/p.png"))' alt='A pattern'><p>Words after.</p>"
            origin.route(
                "/feed",
                .response(
                    body: """
                        <rss version='2.0'><channel><title>Gazette</title><item><guid>1</guid><title>One</title>
                        <description><![CDATA[\(text)]]></description></item></channel></rss>
                        """))
            origin.route(
                "/p.png",
                .response(
                    200, fields: [RawField("Cache-Control", "max-age=600"), RawField("Set-Cookie", "a=b")],
                    body: Self.picture))
            try home.subscribe(to: origin.url("/feed"))
            return origin
        }

        private static let terminals: [SimulatedTerminal.Replies] = [
            .init(name: "kitty(0.26.5)", attributes: "?62;c", kitty: "i=31;OK"),
            .init(name: "WezTerm 20240203", attributes: "?65;4;6;18;22c", kitty: "i=31;OK"),
            .init(name: "Konsole 23.08.5", attributes: "?62;1;4c", kitty: "i=31;OK"),
            .init(name: "iTerm2 3.6.1", attributes: "?64;1;2;4;6;17;18;21;22c", kitty: "i=31;OK"),
            .init(name: "foot(1.16.2)", attributes: "?62;4;22c"),
            .init(name: "XTerm(379)", attributes: "?63;1;2;4;6;9;15;16;22;28c"),
            .init(name: nil, attributes: "?63;1;2;3;4;7;29c"),  // mlterm
            .init(name: nil, attributes: "?1;2c"),  // urxvt
            .init(name: nil, attributes: "?65;1;9c"),  // VTE
            .init(name: nil, attributes: "?6c"),  // st, alacritty
            .init(name: "tmux 3.3a", attributes: "?1;2c"),
        ]

        private func opened(
            _ replies: SimulatedTerminal.Replies, _ delivery: SimulatedTerminal.Delivery, _ home: TemporaryHome
        ) throws -> SimulatedTerminal {
            let terminal = try SimulatedTerminal(home: home.url, replies, delivery)
            try terminal.play(until: "Gazette")
            let start = terminal.output.count
            terminal.type("\r")
            try terminal.play(from: start, until: "One")
            terminal.type("\r")
            try terminal.play(until: "Words after.")
            return terminal
        }

        /// True if no key reached the reader: no message, no panel, no other mode.
        private func expectNoKey(_ terminal: SimulatedTerminal) {
            for word in ["is not bound", "○ offline", "Keys", "No messages yet", "Links", "Loading"] {
                #expect(!terminal.text.contains(word), "\(word)")
            }
        }

        @Test(
            "Ten terminals and an old kitty get only CSI queries, after the text is shown, and no reply acts as a key"
        )
        func answers() throws {
            let home = try TemporaryHome()
            _ = try subscribed(home)
            for replies in Self.terminals {
                let terminal = try opened(replies, .whole, home)
                try terminal.play(until: "\u{1B}[>q\u{1B}[c")
                let text = terminal.text
                let asked = try #require(text.range(of: "\u{1B}[>q"))
                #expect(text[..<asked.lowerBound].contains("Words after."))
                terminal.play(milliseconds: 80)
                #expect(!terminal.text.contains("\u{1B}_G"), "\(replies.name ?? "no name") got an APC")
                expectNoKey(terminal)
                terminal.type("Q")
                #expect(try terminal.playToEnd() == 0)
                #expect(terminal.unread == 0)
            }
        }

        @Test("Slow and late replies, even after quitting, reach neither the reader's commands nor the shell")
        func slowAnswers() throws {
            let home = try TemporaryHome()
            _ = try subscribed(home)
            for delivery in [SimulatedTerminal.Delivery.byteByByte, .late(1_200)] {
                let terminal = try opened(Self.terminals[5], delivery, home)
                try terminal.play(until: "\u{1B}[>q\u{1B}[c")
                terminal.play(milliseconds: 1_600)
                expectNoKey(terminal)
                terminal.type("Q")
                #expect(try terminal.playToEnd() == 0)
                #expect(terminal.unread == 0)
            }
            var isPunctual = false
            for _ in 0..<20 where !isPunctual {
                let terminal = try opened(Self.terminals[5], .late(400), home)
                try terminal.play(until: "\u{1B}[>q\u{1B}[c")
                terminal.play(milliseconds: 250)
                let typed = ContinuousClock.now
                terminal.type("Q")
                #expect(try terminal.playToEnd() == 0)
                terminal.play(milliseconds: 250)
                // False if this process slept so long that the reader has rightly given up.
                isPunctual = terminal.replied > typed && terminal.replied - typed < .milliseconds(250)
                #expect(!isPunctual || terminal.unread == 0)
            }
            #expect(isPunctual)
            // The reader waits 300 ms for a terminal that never replies.
            let silent = try opened(Self.terminals[5], .never, home)
            try silent.play(until: "\u{1B}[>q")
            let start = ContinuousClock.now
            silent.type("Q")
            #expect(try silent.playToEnd() == 0)
            #expect(ContinuousClock.now - start < .seconds(3))
        }

        @Test("Esc and Alt keys are keys again after the terminal's reply")
        func escape() throws {
            let home = try TemporaryHome()
            _ = try subscribed(home)
            let terminal = try opened(Self.terminals[5], .whole, home)
            try terminal.play(until: "\u{1B}[>q")
            terminal.play(milliseconds: 100)
            let start = terminal.output.count
            terminal.type("\u{1B}P")
            try terminal.play(from: start, until: "Alt-P is not bound")
            terminal.type("Q")
            #expect(try terminal.playToEnd() == 0)
        }

        @Test("In kitty, P loads the picture; it is sent once, shown with placeholders, and deleted at the end")
        func kitty() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            let replies = SimulatedTerminal.Replies(name: "kitty(0.48.2)", attributes: "?62;52;c", kitty: "i=31;OK")
            let terminal = try opened(replies, .whole, home)
            try terminal.play(until: "P loads 1 picture")
            #expect(origin.requests(to: "/p.png").isEmpty)
            terminal.type("P")
            try terminal.play(until: "a=T,q=2,U=1,f=24,")
            try terminal.play(until: "\u{10EEEE}\u{305}\u{305}")
            try terminal.playUntilQuiet(milliseconds: 800)
            #expect(terminal.text.unicodeScalars.count { $0.value == 0x10EEEE } >= 27 * 9)
            // Final output without an effect, without which kitty does not draw the picture.
            #expect(terminal.text.hasSuffix("\u{1B}[m"))
            let request = try #require(origin.requests(to: "/p.png").first)
            #expect(request["Cookie"] == nil && request["Referer"] == nil && request["Authorization"] == nil)
            #expect(origin.requests(to: "/p.png").count == 1)
            terminal.type("Q")
            #expect(try terminal.playToEnd() == 0)
            #expect(terminal.text.contains("\u{1B}_Ga=d,d=I,i="))
        }

        @Test("In tmux a stored picture is drawn with block characters without a request, and saved in a page as data")
        func tmux() throws {
            let home = try TemporaryHome()
            let origin = try subscribed(home)
            let terminal = try TerminalSession(home: home.url, environment: ["TERM": "tmux-256color"])
            try terminal.wait(for: "Gazette")
            try terminal.send("Enter")
            try terminal.wait(for: "One")
            try terminal.send("Enter")
            try terminal.wait(for: "▨ A pattern [1] · P loads 1 picture")
            try terminal.send("P")
            let blocks = Set("▘▝▀▖▌▞▛▁▂▃▄▅▆▇▏▎▍▋▊▉")
            try terminal.wait("the picture") { lines in lines.count { $0.contains(where: blocks.contains) } >= 5 }
            #expect(try terminal.styledScreen().contains("48;5;"))
            #expect(try terminal.screen().contains { $0.contains("A pattern [1]") && !$0.contains("▨") })
            try terminal.send("q", "Enter")
            try terminal.wait("the picture again") { lines in lines.count { $0.contains(where: blocks.contains) } >= 5 }
            #expect(origin.requests(to: "/p.png").count == 1)
            let file = home.url.appendingPathComponent("page.html")
            try terminal.send("S")
            try terminal.send("C-u")
            try terminal.send("-l", file.path)
            try terminal.send("Enter")
            try terminal.wait(for: "Saved")
            let page = try String(contentsOf: file, encoding: .utf8)
            #expect(page.contains("<img src=\"data:image/png;base64,iVBOR") && page.contains("img-src data:"))
            try terminal.send("V")
            try terminal.wait("the big view") { lines in
                lines.contains { $0.contains("1/1  A pattern") }
                    && lines.count { $0.contains(where: blocks.contains) } >= 4
            }
            try terminal.send("q")
            try terminal.wait(for: "Words before.")
        }

        @Test("`lede read` prints a caption, even with NO_COLOR")
        func captions() throws {
            let home = try TemporaryHome()
            _ = try subscribed(home)
            #expect(try Program.lede(["read", "1"], home: home.url).output.contains("▨ A pattern [1]"))
            let terminal = try TerminalSession(home: home.url, environment: ["NO_COLOR": "1", "TERM": "tmux-256color"])
            try terminal.wait(for: "Gazette")
            try terminal.send("Enter")
            try terminal.wait(for: "One")
            try terminal.send("Enter")
            let lines = try terminal.wait(for: "▨ A pattern [1]")
            #expect(!lines.contains { $0.contains("P loads") })
        }
    }
}
