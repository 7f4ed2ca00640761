import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct RunCommandTests {
        @Test("run passes the address, title and feed to a program unchanged, and keys can be bound in one column")
        func run() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route(
                "/feed",
                .response(
                    body: """
                        <rss version="2.0"><channel><title>Gazette</title><item><title>--title; $(touch x)</title>
                        <link>https://example.org/?a=1&amp;b=$(touch)</link><guid>1</guid></item></channel></rss>
                        """))
            try home.subscribe(to: origin.url("/feed"))
            let log = home.url.appendingPathComponent("log")
            let program = home.url.appendingPathComponent("a program")
            try "#!/bin/sh\nprintf '%s|' \"$@\" \"$LEDE_TITLE\" >> '\(log.path)'\n".write(
                to: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
            try home.configure(
                """
                [keys.articles]
                "g x" = "run '\(program.path)' %u %t %f 'two words'"
                [keys.feeds]
                "Z" = "help"
                """)
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"])
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "--title;")
            try terminal.send("Z")
            try terminal.wait(for: "Z is not bound")
            try terminal.send("g", "x")
            try terminal.wait("the program's arguments") { _ in
                (try? String(contentsOf: log, encoding: .utf8))
                    == "https://example.org/?a=1&b=$(touch)| --title; $(touch x)|Gazette|two words|--title; $(touch x)|"
            }
            try terminal.wait(for: "--title;")
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
