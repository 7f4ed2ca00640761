import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The reader as a job of a shell: stopped and continued, and with programs on its terminal.
    @Suite struct JobControlTests {
        private func library() throws -> (TemporaryHome, Origin) {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route(
                "/feed",
                .response(
                    body: """
                        <rss version='2.0'><channel><title>Gazette</title><item><guid>1</guid><title>Of rivers</title>
                        <link>https://example.org/1</link><description>A needle.</description></item></channel></rss>
                        """))
            try home.subscribe(to: origin.url("/feed"))
            return (home, origin)
        }

        private func shell(_ home: TemporaryHome, _ environment: [String: String] = [:]) throws -> TerminalSession {
            let shell = try TerminalSession(
                home: home.url, arguments: ["--norc", "--noprofile", "-i"],
                environment: environment.merging(["PS1": "ready> "]) { $1 }, program: "bash")
            try shell.wait(for: "ready>")
            return shell
        }

        @Test("Ctrl-Z returns the terminal to the shell, alone or in a script; fg restores the reader")
        func suspend() throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            let shell = try shell(home)
            for command in ["'\(Program.path)'", "sh -c \"'\(Program.path)'; echo after\""] {
                try shell.send("-l", "clear; " + command)
                try shell.send("Enter")
                try shell.wait(for: "Gazette")
                try shell.send("G", "Enter")
                try shell.wait(for: "Of rivers")
                try shell.send("C-z")
                try shell.wait(for: "Stopped")
                try shell.send("-l", "echo $((40 + 2))")
                try shell.send("Enter")
                try shell.wait("the shell's answer") { $0.contains("42") }
                try shell.send("-l", "fg")
                try shell.send("Enter")
                try shell.wait(for: "Of rivers")
                try shell.send("Q")
                try shell.wait("the shell again") { lines in lines.last { !$0.isEmpty } == "ready>" }
            }
            try shell.wait(for: "after")
        }

        @Test(
            "fg restores a reader that another process has stopped: keys work, and pasted text is not a command",
            arguments: [SIGSTOP, SIGTSTP])
        func stoppedByAnotherProcess(_ signal: Int32) throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            let shell = try shell(home)
            let file = home.url.appendingPathComponent("process")
            try shell.send("-l", "clear; sh -c 'echo $$ > \"\(file.path)\"; exec \"\(Program.path)\"'")
            try shell.send("Enter")
            try shell.wait(for: "Gazette")
            let process = try #require(pid_t(String(contentsOf: file, encoding: .utf8).dropLast()))
            #expect(kill(process, signal) == 0)
            try shell.wait(for: "Stopped")
            try shell.send("-l", "fg")
            try shell.send("Enter")
            try shell.wait("the whole screen") { lines in
                lines.contains { $0.contains("Gazette") } && !lines.contains { $0.contains("Stopped") }
            }
            try shell.send("G", "Enter")
            try shell.wait(for: "Of rivers")
            try shell.paste("Q")
            try shell.wait(for: "Press a, / or : before pasting")
            try shell.send("Q")
            try shell.wait("the shell again") { lines in lines.last { !$0.isEmpty } == "ready>" }
        }

        @Test("After Ctrl-Z and bg, the terminal keeps the shell's modes until fg")
        func background() throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            let shell = try shell(home)
            try shell.send("-l", "'\(Program.path)'")
            try shell.send("Enter")
            try shell.wait(for: "● online")
            try shell.send("C-z")
            try shell.wait(for: "Stopped")
            try shell.send("-l", "clear; bg; until jobs | grep Stopped; do :; done")
            try shell.send("Enter")
            try shell.wait(for: "Stopped")
            #expect(try shell.state("#{keypad_flag}#{keypad_cursor_flag}") == "00")
            try shell.send("-l", "fg")
            try shell.send("Enter")
            try shell.wait(for: "● online")
            #expect(try shell.state("#{keypad_flag}#{keypad_cursor_flag}") == "11")
            try shell.send("Q")
            try shell.wait("the shell again") { lines in lines.last { !$0.isEmpty } == "ready>" }
        }

        @Test("After Ctrl-C at the prompt for a secret, the terminal shows typed characters again")
        func interruptedSecret() throws {
            let home = try TemporaryHome()
            // Unlike bash, this shell does not restore the terminal's modes after a program.
            let shell = try TerminalSession(
                home: home.url, arguments: ["-i"], environment: ["PS1": "ready> "], program: "dash")
            try shell.wait(for: "ready>")
            try shell.send("-l", "'\(Program.path)' account add miniflux http://127.0.0.1:9/")
            try shell.send("Enter")
            try shell.wait(for: "API key for")
            try shell.send("C-c")
            try shell.wait("the shell again") { lines in lines.last { !$0.isEmpty } == "ready>" }
            try shell.send("-l", "echo hidden $(stty -a | grep -cwe -echo)")
            try shell.send("Enter")
            try shell.wait(for: "hidden 0")
        }

        @Test("After Ctrl-Z and after an editor, the reader fills the terminal even if its size changed meanwhile")
        func resizedMeanwhile() throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            let editor = home.url.appendingPathComponent("editor")
            let saved = home.url.appendingPathComponent("saved")
            try "#!/bin/sh\necho editing\nuntil [ -e '\(saved.path)' ]; do sleep 0.05; done\n"
                .write(to: editor, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor.path)
            let shell = try shell(home, ["EDITOR": editor.path])
            try shell.send("-l", "'\(Program.path)'")
            try shell.send("Enter")
            try shell.wait(for: "● online")
            try shell.send("C-z")
            try shell.wait(for: "Stopped")
            try shell.resize(columns: 60, rows: 20)
            try shell.send("-l", "fg")
            try shell.send("Enter")
            // The right end of the first line would be cut off if the reader drew for the wider screen.
            try shell.wait(for: "● online")
            try shell.send("-l", ":edit-config")
            try shell.send("Enter")
            try shell.wait(for: "editing")
            try shell.resize(columns: 50, rows: 15)
            try Data().write(to: saved)
            try shell.wait(for: "● online")
            try shell.send("Q")
            try shell.wait("the shell again") { lines in lines.last { !$0.isEmpty } == "ready>" }
        }

        @Test("On the Linux console Ctrl-Z stops the reader, and the shell writes into an empty line")
        func linuxConsole() throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            let shell = try shell(home)
            try shell.send("-l", "TERM=linux '\(Program.path)'")
            try shell.send("Enter")
            try shell.wait(for: "● online")
            try shell.send("C-z")
            try shell.wait(for: "Stopped")
            try shell.send("-l", "fg")
            try shell.send("Enter")
            try shell.wait(for: "● online")
            try shell.send("Q")
            try shell.wait("the prompt alone") { lines in lines.last { !$0.isEmpty } == "ready>" }
        }

        @Test("Signals end the reader and a server even if the parent process blocks them")
        func inheritedMask() throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            for arguments in [[], ["serve", "--listen", "127.0.0.1:0"]] {
                let program = try TerminalSession(
                    home: home.url, arguments: arguments, program: "env --block-signal=TERM,HUP,INT '\(Program.path)'")
                try program.wait(for: arguments.isEmpty ? "Gazette" : "127.0.0.1")
                let process = try #require(Int32(try program.state("#{pane_pid}")))
                kill(process, SIGTERM)
                try program.waitForExit()
            }
        }

        @Test("Commands print ASCII on a terminal without Unicode, and UTF-8 in a pipe")
        func plainTerminal() throws {
            let (home, origin) = try library()
            origin.route(
                "/cafe",
                .response(
                    body: """
                        <rss version='2.0'><channel><title>Café</title><item><guid>1</guid><title>“Crêpes”</title>
                        <description>Sugar — and lemon…</description></item></channel></rss>
                        """))
            try home.subscribe(to: origin.url("/cafe"))
            let listed = try Program.lede(["articles", "--feed", "Café"], home: home.url, environment: ["LC_ALL": "C"])
            #expect(listed.output.contains("“Crêpes”"))
            let number = String(listed.output.prefix { $0 != "\t" })
            #expect(try Program.lede(["mark", "star", number], home: home.url).status == 0)
            let script = "'\(Program.path)' articles; '\(Program.path)' list; '\(Program.path)' read \(number)"
            let shell = try TerminalSession(
                home: home.url, arguments: ["-c", "\"\(script)\""], environment: ["LC_ALL": "C", "LANG": "C"],
                program: "sh")
            try shell.waitForExit()
            let screen = try shell.screen().joined(separator: "\n")
            #expect(screen.split(separator: "\n").contains { $0.contains("*+") && $0.contains("Crepes") })
            #expect(screen.contains("\"Crepes\"") && screen.contains("Cafe") && screen.contains("Sugar - and lemon..."))
        }

        @Test("A command reads the keyboard, and Ctrl-C ends only the command")
        func foreground() throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            let answer = home.url.appendingPathComponent("answer")
            let reader = try TerminalSession(home: home.url)
            try reader.wait(for: "Gazette")
            try reader.send("G", "Enter")
            try reader.wait(for: "Of rivers")
            try reader.send("|")
            try reader.send("-l", "cat > /dev/null; echo who; read name < /dev/tty; echo $name > '\(answer.path)'")
            try reader.send("Enter")
            try reader.wait("the command's question") { $0.contains("who") }
            try reader.send("-l", "somebody")
            try reader.send("Enter")
            try reader.wait(for: "[Press any key]")
            try reader.send("x")
            try reader.wait(for: "Of rivers")
            #expect(try String(contentsOf: answer, encoding: .utf8) == "somebody\n")
            try reader.send("|")
            try reader.send("-l", "cat > /dev/null; echo wait; sleep 1000")
            try reader.send("Enter")
            try reader.wait("the command") { $0.contains("wait") }
            try reader.send("C-c")
            try reader.wait(for: "exited with status 130")
            try reader.wait(for: "Of rivers")
            try reader.send("Q")
            try reader.waitForExit()
        }

        @Test("--offline applies to this run only")
        func offlineForARun() throws {
            let (home, origin) = try library()
            let asked = origin.requests.count
            let reader = try TerminalSession(home: home.url, arguments: ["--offline"])
            try reader.wait(for: "○ offline")
            try reader.send("Q")
            try reader.waitForExit()
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)
            #expect(origin.requests.count > asked)
        }

        @Test("The configuration can be edited in the reader and applies at once; invalid TOML changes nothing")
        func editConfiguration() throws {
            let (home, origin) = try library()
            defer { origin.stop() }
            let file = home.url.appendingPathComponent("config/config.toml").path
            let editor = home.url.appendingPathComponent("editor")
            let script = """
                #!/bin/sh
                grep -q '# width = 80' "$1" && echo all-settings-are-there > '\(home.url.path)/seen'
                printf '[reader]\\nglyphs = "ascii"\\n[[kill]]\\ntitle = "rivers"\\n' > "$1"
                printf '[[credentials]]\\nurl = "\(origin.url("/"))"\\nsecret = "key"\\n' >> "$1"
                """
            try script.write(to: editor, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor.path)
            let reader = try TerminalSession(home: home.url, environment: ["EDITOR": editor.path])
            try reader.wait(for: "● online")
            try reader.send("-l", ":edit-config")
            try reader.send("Enter")
            try reader.wait(for: "config.toml was reloaded")
            try reader.wait("ASCII signs, and nothing to read") { lines in
                lines.contains { $0.contains("* online") } && !lines.contains { $0.contains("●") }
            }
            try reader.send("G", "Enter")
            try reader.wait(for: "No articles here.")
            try reader.send("r")
            try reader.wait("a request with the secret") { _ in
                origin.requests.last?.values("Authorization") == ["Bearer key"]
            }
            #expect(FileManager.default.fileExists(atPath: home.url.appendingPathComponent("seen").path))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try "#!/bin/sh\necho 'width = = 3' > \"$1\"\n".write(to: editor, atomically: false, encoding: .utf8)
            try reader.send("-l", ":edit-config")
            try reader.send("Enter")
            // On 80 columns, a path would push the reason off the line.
            try reader.wait("the reason") { $0.contains { $0.contains(" config.toml:1:9: ") } }
            try reader.send("q")
            try reader.wait(for: "* online")
            try reader.send("Q")
            try reader.waitForExit()
        }

        @Test("Rules of the configuration and settings of a feed apply in the program")
        func rulesAndSettings() throws {
            let (home, origin) = try library()
            let feed = origin.url("/feed")
            #expect(try Program.lede(["feed", feed, "order=oldest", "max-per-feed=50"], home: home.url).status == 0)
            let shown = try Program.lede(["feed", feed], home: home.url).output
            #expect(shown.contains("order=oldest\n") && shown.contains("max-per-feed=50\n"))
            #expect(try Program.lede(["feed", feed, "order=up"], home: home.url).status == 64)
            let folder = home.url.appendingPathComponent("config")
            try "[[kill]]\ntitle = '^of '\n".write(
                to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
            let reader = try TerminalSession(home: home.url)
            try reader.send("G", "Enter")
            try reader.wait(for: "No articles here.")
            try reader.send("Q")
            try reader.waitForExit()
            #expect(try Program.lede(["count", "--all"], home: home.url).output == "0\n")
            try "".write(to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)
            #expect(try Program.lede(["count", "--all"], home: home.url).output == "1\n")
        }
    }
}
