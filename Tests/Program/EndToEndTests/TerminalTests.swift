import Foundation
import Glibc
import Screen
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The contract between program and terminal: columns, colours, characters, and a clean exit.
    @Suite struct TerminalTests {
        private func subscribed(_ titles: [String], _ home: TemporaryHome) throws {
            let origin = try Origin()
            let items = titles.enumerated().map { index, title in
                "<item><guid>\(index)</guid><title><![CDATA[\(title)]]></title></item>"
            }
            origin.route(
                "/feed",
                .response(body: "<rss version='2.0'><channel><title>Gazette</title>\(items.joined())</channel></rss>"))
            try home.subscribe(to: origin.url("/feed"))
        }

        /// One character of each kind whose width terminals and libraries count differently.
        private static let corpus = [
            "plain", "Ünïcödé", "e\u{301}a\u{308}o\u{302}\u{323}", "Z\u{351}\u{36B}\u{343}\u{36A}\u{302}a",
            "漢字かなカナ", "한국어 각", "ᄀ\u{1161}\u{11A8}", "ｆｕｌｌｗｉｄｔｈ", "ﾊﾝｶｸ", "一二三四五六七八九十一二三四五六七八九十",
            "x一二三四五六七八九十一二三四五六七八九十", "שלום עולם", "مرحبا بالعالم", "פּ\u{5B8}", "لا إله",
            "नमस्ते क्षत्रिय", "ไทย กำ น้ำ", "ဗမာ", "ខ្មែរ", "བོད་ཡིག", "😀😃", "❤\u{FE0F}☎\u{FE0F}☀", "☎\u{FE0E}⌚\u{FE0E}",
            "👩\u{200D}🚀", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "🏳\u{FE0F}\u{200D}🌈", "👍🏽👋🏿", "🇫🇷🇯🇵",
            "🏴\u{E0067}\u{E0062}\u{E007F}",
            "1\u{FE0F}\u{20E3}#\u{FE0F}\u{20E3}", "♥♦♣♠★☆", "—–…“”", "¡¿§°±·×", "①②Ⓐ㊗🈶", "─┼█▌",
            "\u{200B}a\u{200D}b\u{2060}c",
            "a\u{AD}b", "𝒜𝓑𝔠", "𠀀𠮷", "🫠🫡", "\u{E000}\u{F8FF}",
        ]

        @Test(
            "Columns are aligned on every line, and the screen shows the text of the frame")
        func widths() throws {
            let home = try TemporaryHome()
            try subscribed(Self.corpus, home)
            let terminal = try TerminalSession(home: home.url, columns: 100, rows: Self.corpus.count + 4)
            try terminal.wait(for: "Gazette")
            try terminal.send("j", "j", "Enter")
            // The last row of the frame is painted, too.
            let lines = try terminal.wait("the articles, the feeds out of sight") { lines in
                lines.contains { $0.contains("plain") } && !lines.contains { $0.contains("Starred") }
                    && lines[Self.corpus.count + 1].prefix(10).contains { $0 != " " }
            }
            let columns = try terminal.columns(of: "│", count: Self.corpus.count + 1)
            #expect(columns.count == Self.corpus.count + 1)
            for title in Self.corpus {
                var frame = Frame(size: Size(columns: 60, rows: 1))
                let end = frame.write(title, row: 0, column: 0, style: .plain)
                frame.reorder(row: 0, columns: 0..<end, isRightToLeft: BidiOrder.isRightToLeft(title))
                let shown = Truncation.fit(frame.lines[0], 27)
                #expect(lines.contains { $0.contains(shown) }, "\(title) is not there as \(shown)")
            }
            for (row, column) in columns.enumerated() {
                #expect(column == columns[0], "\(row > 0 ? lines[row + 1] : lines[0])")
            }
        }

        @Test(
            "The mouse selects, opens and scrolls, until it is switched off")
        func mouse() throws {
            let home = try TemporaryHome()
            try subscribed((1...40).map { "Article \($0)." }, home)
            let terminal = try TerminalSession(home: home.url, columns: 100)
            let feed = try terminal.wait(for: "Gazette").firstIndex { $0.prefix(30).contains("Gazette") } ?? 0
            try terminal.click(column: 5, row: UInt8(feed))
            try terminal.wait("the feed selected") { lines in lines[feed].hasPrefix("▌") }
            try terminal.click(column: 5, row: UInt8(feed))
            try terminal.wait("its articles") { lines in lines[0].hasPrefix(" Gazette") }
            try terminal.click(column: 20, row: 5)
            let title = String(
                try terminal.wait("an article selected") { $0[5].hasPrefix("▌") }[5].dropFirst(11).prefix(9))
            #expect(title.hasPrefix("Article "))
            for _ in 0..<8 { try terminal.click(button: 65, column: 20, row: 5) }
            try terminal.wait("the list scrolled") { lines in
                !lines.contains { $0.hasPrefix(" ●") && $0.contains(title) }
            }
            #expect(try terminal.state("#{mouse_any_flag}") == "1")
            try terminal.send(":")
            try terminal.send("-l", "set mouse off")
            try terminal.send("Enter")
            try terminal.wait("no mouse") { _ in try terminal.state("#{mouse_any_flag}") == "0" }
        }

        @Test("Pasted text and unknown sequences are not commands")
        func noKeys() throws {
            let home = try TemporaryHome()
            try subscribed(["Ferry", "Lighthouse", "Pier"], home)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait("the first article selected") { $0[2].hasPrefix("▌") }
            // The server is stopped; its message must not come after the expected text.
            try terminal.wait(for: "no connection to port")
            try terminal.paste("A\nQ")
            try terminal.wait(for: "Press a, / or : before pasting")
            // The Down key in the terminal's other cursor mode, and Ctrl-Shift-A in a notation that lede does not
            // request.
            try terminal.send("-l", "\u{1B}[27;6;65A")
            try terminal.send("-l", "\u{1B}[B")
            try terminal.wait("the second article selected") { $0[3].hasPrefix("▌") }
            #expect(try Program.lede(["count"], home: home.url).output == "3\n")
            try terminal.send("a")
            try terminal.wait(for: "add:")
            try terminal.paste("not\ra\u{1B}feed")
            try terminal.wait(for: "add: not a feed")
        }

        @Test("Keys work again after a paste whose end never arrives")
        func pasteWithoutEnd() throws {
            let home = try TemporaryHome()
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"])
            try terminal.wait(for: "? keys")
            try terminal.send("-l", "\u{1B}[200~lost")
            try terminal.wait(for: "Press a, / or : before pasting")
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("A terminal that cannot move its cursor is refused")
        func aTerminalThatCannotMoveItsCursorIsRefused() throws {
            let home = try TemporaryHome()
            let terminal = try TerminalSession(home: home.url, environment: ["TERM": "dumb"])
            try terminal.wait(for: "TERM=dumb is not a known terminal with cursor movement")
            try terminal.waitForExit()
        }

        @Test("Without colours and in the C locale the screen has no colour and only displayable characters")
        func plainTerminal() throws {
            let home = try TemporaryHome()
            try subscribed(["Café 日本", "Ferry"], home)
            let terminal = try TerminalSession(
                home: home.url, environment: ["NO_COLOR": "1", "LANG": "C", "LC_ALL": "C"])
            try terminal.wait(for: "* online")
            try terminal.send("G", "Enter")
            let lines = try terminal.wait(for: "Ferry")
            #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
            #expect(lines.contains { $0.contains("Cafe ????") })
            try terminal.send("T")
            try terminal.wait(for: "nord")
            try terminal.send("-l", "nord")
            try terminal.send("Enter")
            try terminal.wait(for: "Ferry")
            let styled = try terminal.styledScreen()
            #expect(try styled.matches(of: Regex("\u{1B}\\[[0-9;]*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;]*m")).isEmpty)
        }

        @Test("In the C locale a search takes the letters that are typed, and shows them in ASCII")
        func typedLetters() throws {
            let home = try TemporaryHome()
            try subscribed(["Café 日本", "Ferry"], home)
            let terminal = try TerminalSession(home: home.url, environment: ["LANG": "C", "LC_ALL": "C"])
            try terminal.wait(for: "* online")
            try terminal.send("/")
            try terminal.send("-l", "日本")
            try terminal.wait(for: "Search: ????")
            let lines = try terminal.wait(for: "1 found")
            #expect(lines.contains { $0.contains("/????") })
        }

        @Test("All letters are shown even if the locale is not installed")
        func missingLocale() throws {
            let home = try TemporaryHome()
            try subscribed(["Café 日本"], home)
            let terminal = try TerminalSession(
                home: home.url, arguments: ["--offline"], environment: ["LC_ALL": "xx_XX.UTF-8"])
            try terminal.wait(for: "○ offline")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Café 日本")
        }

        @Test(
            "The program restores the terminal at every kind of exit",
            arguments: [(SIGTERM, 0), (SIGHUP, 0), (SIGQUIT, 131), (SIGABRT, 134), (SIGSEGV, 139)]
                as [(Int32, Int)])
        func restored(_ signal: Int32, _ status: Int) throws {
            let home = try TemporaryHome()
            let folder = home.url.path
            let script = """
                stty -a > '\(folder)/before'
                sh -c 'echo $$ > "\(folder)/process"; exec "\(Program.path)"' 2> '\(folder)/errors'
                echo status=$?
                stty -a > '\(folder)/after'
                echo done
                read wait  # a terminal whose program has ended hides its cursor itself
                """
            let file = home.url.appendingPathComponent("script")
            try script.write(to: file, atomically: true, encoding: .utf8)
            let terminal = try TerminalSession(home: home.url, program: "sh '\(file.path)'")
            try terminal.wait(for: "Welcome to lede")
            func contents(_ name: String) throws -> String {
                try String(contentsOf: home.url.appendingPathComponent(name), encoding: .utf8)
            }
            let process = try #require(pid_t(contents("process").dropLast()))
            #expect(kill(process, signal) == 0)
            let lines = try terminal.wait(for: "done")
            #expect(lines.contains("status=\(status)") && !lines.contains { $0.contains("Welcome") })
            #expect(try contents("before") == contents("after"))
            #expect(
                try terminal.state("#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_cursor_flag}")
                    == "0 1 0 0")
        }

        @Test(
            "A signal ends the reader while another program has the terminal, or has failed there",
            arguments: [SIGTERM, SIGHUP], [true, false])
        func programOnTerminal(_ signal: Int32, _ isRunning: Bool) throws {
            let home = try TemporaryHome()
            let editor = home.url.appendingPathComponent("editor")
            let script = isRunning ? "echo started; exec sleep 1000" : "exit 1"
            try "#!/bin/sh\n\(script)\n".write(to: editor, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor.path)
            let process = home.url.appendingPathComponent("process")
            let file = home.url.appendingPathComponent("script")
            try "sh -c 'echo $$ > \"\(process.path)\"; exec \"\(Program.path)\"'\necho status=$?\nread wait\n".write(
                to: file, atomically: true, encoding: .utf8)
            let terminal = try TerminalSession(
                home: home.url, environment: ["EDITOR": editor.path, "VISUAL": ""], program: "sh '\(file.path)'")
            try terminal.wait(for: "Welcome to lede")
            try terminal.send("-l", ":edit-config")
            try terminal.send("Enter")
            try terminal.wait(for: isRunning ? "started" : "press any key")
            let number = try #require(pid_t(String(contentsOf: process, encoding: .utf8).dropLast()))
            #expect(kill(number, signal) == 0)
            try terminal.wait(for: "status=0")
        }
    }
}
