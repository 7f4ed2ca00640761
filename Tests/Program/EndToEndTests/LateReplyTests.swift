import Foundation
import Testing

extension EndToEnd {
    /// Late replies of the terminal, in the real program.
    @Suite struct LateReplyTests {
        private func reader(_ home: TemporaryHome) throws -> SimulatedTerminal {
            let terminal = try SimulatedTerminal(home: home.url, .init(attributes: "?6c"), .whole)
            try terminal.play(until: "No feeds yet")
            terminal.play(milliseconds: 300)
            return terminal
        }

        /// Sends a reply with a pause after `cut` characters; returns the output. Returns nil if this process was
        /// suspended so long that the reader was right to read keys.
        private func written(after answer: String, cut: Int, pause: Int, in terminal: SimulatedTerminal) -> String? {
            let (start, began) = (terminal.output.count, ContinuousClock.now)
            terminal.type(String(answer.prefix(cut)))
            terminal.play(milliseconds: pause)
            terminal.type(String(answer.dropFirst(cut)))
            guard ContinuousClock.now - began < .milliseconds(80) else { return nil }
            terminal.play(milliseconds: 140)
            return String(decoding: terminal.output[start...], as: UTF8.self)
        }

        @Test("A terminal's late reply in two pieces is not read as keys", arguments: ["_", "P", "]", "^", "X"])
        func split(_ introducer: String) throws {
            let home = try TemporaryHome()
            var terminal = try reader(home)
            // As keys these letters open the messages, switch to offline and open the help.
            let answer = "\u{1B}\(introducer)Gi=1;O?K\u{1B}\\"
            for cut in [1, 2, 3, answer.utf8.count - 1] {
                for pause in [12, 40] {
                    var output = written(after: answer, cut: cut, pause: pause, in: terminal)
                    for _ in 0..<20 where output == nil {
                        terminal = try reader(home)
                        output = written(after: answer, cut: cut, pause: pause, in: terminal)
                    }
                    let text = try #require(output)
                    for word in ["Messages", "ffline", "one line up"] {
                        #expect(!text.contains(word), "cut \(cut), pause \(pause): \(text)")
                    }
                }
            }
            terminal.type("\u{1B}\(introducer)")
            try terminal.play(until: "Alt-\(introducer) is not bound")
            terminal.type("?")
            try terminal.play(until: "one line up")
        }
    }
}
