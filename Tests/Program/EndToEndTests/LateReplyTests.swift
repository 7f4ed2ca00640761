import Foundation
import Testing

extension EndToEnd {
    /// Late answers of the terminal, in the real program.
    @Suite struct LateReplyTests {
        @Test("A terminal's late answer in two pieces is not read as keys", arguments: ["_", "P", "]", "^", "X"])
        func split(_ introducer: String) throws {
            let home = try TemporaryHome()
            let terminal = try PlayedTerminal(home: home.url, .init(attributes: "?6c"), .whole)
            try terminal.play(until: "No feeds yet")
            terminal.play(milliseconds: 300)
            // As keys these letters open the messages, switch to offline and open the help.
            let answer = "\u{1B}\(introducer)Gi=1;O?K\u{1B}\\"
            for cut in [1, 2, 3, answer.utf8.count - 1] {
                for pause in [12, 40] {
                    let start = terminal.output.count
                    terminal.type(String(answer.prefix(cut)))
                    terminal.play(milliseconds: pause)
                    terminal.type(String(answer.dropFirst(cut)))
                    terminal.play(milliseconds: 140)
                    let written = String(decoding: terminal.output[start...], as: UTF8.self)
                    for word in ["Messages", "ffline", "one line up"] {
                        #expect(!written.contains(word), "cut \(cut), pause \(pause): \(written)")
                    }
                }
            }
            terminal.type("\u{1B}\(introducer)")
            terminal.play(milliseconds: 150)
            terminal.type("?")
            try terminal.play(until: "one line up")
        }
    }
}
