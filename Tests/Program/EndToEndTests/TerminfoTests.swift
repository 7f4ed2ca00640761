import Foundation
import Testing

extension EndToEnd {
    /// Terminals whose terminfo lacks something, and the bytes that terminals receive.
    @Suite struct TerminfoTests {
        /// kitty's `sgr` (0.26): its fifth parameter, dim, is not used.
        private let sgr = """
            %?%p9%t\\E(0%e\\E(B%;\\E[0%?%p6%t;1%;%?%p2%t;4%;%?%p1%p3%|%t;7%;%?%p4%t;5%;%?%p7%t;8%;m
            """

        @Test("Dim text is dim in a terminal whose terminfo leaves it out of sgr, as kitty's")
        func dim() throws {
            let home = try TemporaryHome()
            let source = home.url.appendingPathComponent("terminfo.src")
            try "lede-kitty|a test,\n\tsgr=\(sgr),\n\tdim=\\E[2m,\n\tuse=xterm-256color,\n"
                .write(to: source, atomically: true, encoding: .utf8)
            let folder = home.url.appendingPathComponent("terminfo")
            #expect(try Program.run("/usr/bin/tic", ["-x", "-o", folder.path, source.path]).status == 0)
            let terminal = try SimulatedTerminal(
                home: home.url, .init(attributes: "?6c"), .whole, term: "lede-kitty", terminfo: folder)
            try terminal.play(until: "\u{1B}[0;2m")
        }

        @Test(
            "A change of attributes does not select a character set",
            arguments: ["xterm-256color", "tmux-256color", "linux"])
        func characterSet(_ term: String) throws {
            let home = try TemporaryHome()
            let terminal = try SimulatedTerminal(home: home.url, .init(attributes: "?6c"), .whole, term: term)
            try terminal.play(until: "No feeds yet")
            let sets = ["\u{1B}(B\u{1B}[0;", "m\u{F}"].map { terminal.text.ranges(of: $0).count }
            // `sgr0` ends with SI in the last two.
            #expect(sets[0] == 0 && sets[1] == terminal.text.ranges(of: "\u{1B}[m\u{F}").count, "\(sets)")
        }

        @Test("A change of size paints the new frame only, and not the old one before it")
        func resized() throws {
            let home = try TemporaryHome()
            let terminal = try SimulatedTerminal(home: home.url, .init(attributes: "?6c"), .whole)
            try terminal.play(until: "No feeds yet")
            /// Returns the number of bytes that an action causes.
            func bytes(_ action: () -> Void) throws -> Int {
                let start = terminal.output.count
                action()
                try terminal.play(from: start, until: "No feeds yet")
                try terminal.playUntilQuiet(milliseconds: 400)
                return terminal.output.count - start
            }
            // The wide frame has a second column.
            _ = try bytes { terminal.resize(columns: 100, rows: 30) }
            let resized = try bytes { terminal.resize(columns: 80, rows: 24) }
            let repainted = try bytes { terminal.type("\u{0C}") }
            #expect(resized < repainted + 100)
        }

        @Test("Home and End work in a vt220, whose terminfo names them Find and Select")
        func homeAndEnd() throws {
            let home = try TemporaryHome()
            let terminal = try TerminalSession(home: home.url, environment: ["TERM": "vt220"])
            try terminal.wait(for: "No feeds yet")
            try terminal.send("/", "b", "Home", "a", "End", "c")
            try terminal.wait(for: "/abc")
        }
    }
}
