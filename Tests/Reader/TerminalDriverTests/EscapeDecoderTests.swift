import Screen
import Testing

@testable import TerminalDriver

@Suite struct EscapeDecoderTests {
    /// Feeds pieces with pauses between them, as the event loop does: it calls again at the deadline.
    private struct Line {
        var decoder: EscapeDecoder
        var now: ContinuousClock.Instant
        var keys: [String] = []

        init(replyDue: Duration? = nil) {
            now = .now
            decoder = EscapeDecoder(at: now)
            decoder.replyDeadline = replyDue.map { [now] in now + $0 }
        }

        mutating func receive(_ text: String) {
            for scalar in text.unicodeScalars { add(decoder.decode(scalar.value, at: now)) }
            add(decoder.timeOut(at: now))
        }

        mutating func pause(_ milliseconds: Int) {
            let end = now + .milliseconds(milliseconds)
            while let deadline = decoder.deadline, deadline <= end {
                now = max(now, deadline)
                add(decoder.timeOut(at: now))
            }
            now = end
        }

        private mutating func add(_ inputs: [Input]) {
            for case .key(let key) in inputs { keys.append(key.notation) }
        }
    }

    private static let answers = [
        "\u{1B}_Gi=1;O?K\u{1B}\\", "\u{1B}P>|xterm(379)\u{1B}\\", "\u{1B}]11;rgb:0/0/0\u{07}", "\u{1B}^private\u{1B}\\",
        "\u{1B}Xanything\u{07}", "\u{1B}[?62;4c",
    ]

    @Test(
        "A terminal's reply that is split at any byte yields no key except Esc", arguments: answers,
        [1, 10, 30, 60, 90])
    func splitAnswers(_ answer: String, _ pause: Int) {
        for cut in 1..<answer.unicodeScalars.count {
            var line = Line()
            line.receive(String(String.UnicodeScalarView(answer.unicodeScalars.prefix(cut))))
            line.pause(pause)
            line.receive(String(String.UnicodeScalarView(answer.unicodeScalars.dropFirst(cut))))
            line.pause(2_000)
            line.receive("j")
            #expect(line.keys == (cut == 1 ? ["Esc", "j"] : ["j"]), "cut \(cut)")
        }
    }

    /// Pieces with pauses in milliseconds after them, and the keys.
    @Test(
        "Keys that a person types remain keys",
        arguments: [
            ([("\u{1B}", 0)], ["Esc"]), ([("\u{1B}", 30), ("j", 0)], ["Esc", "j"]), ([("\u{1B}j", 0)], ["Alt-j"]),
            ([("\u{1B}_", 99)], []), ([("\u{1B}_", 100)], ["Alt-_"]), ([("\u{1B}P", 150), ("j", 0)], ["Alt-P", "j"]),
            ([("\u{1B}", 30), ("]", 99)], ["Esc"]), ([("\u{1B}", 30), ("]", 100)], ["Esc", "]"]),
            ([("\u{1B}", 120), ("]", 0)], ["Esc", "]"]),
            ([("\u{1B}", 30), ("]", 200), ("]", 200)], ["Esc", "]", "]"]),
            ([("\u{1B}", 60), ("X", 60), ("j", 60), ("k", 150)], ["Esc", "X", "j", "k"]),
            ([("\u{1B}", 60), ("O", 60), ("j", 0)], ["Esc", "O", "j"]),
            ([("\u{1B}", 60), ("O", 60), ("5", 100)], ["Esc", "O", "5"]),
            ([("\u{1B}", 60), ("[", 60), ("j", 0)], ["Esc", "[", "j"]),
            ([("\u{1B}", 30), ("[", 30), ("[", 30), ("[", 0)], ["Esc", "[", "[", "["]),
            ([("\u{1B}", 30), ("[", 30), ("M", 100)], ["Esc", "[", "M"]),
            ([("\u{1B}", 60), ("X", 60), ("j", 60), ("\u{1B}", 60), ("k", 0)], ["Esc", "X", "j", "Alt-k"]),
            ([("\u{1B}\u{1B}", 0)], ["Esc", "Esc"]), ([("\u{1B}", 0), ("\t", 0)], ["Esc", "Tab"]),
            ([("\u{1B}[A", 0), ("\u{1B}OB", 0)], ["Up", "Down"]), ([("\u{1B}O", 40), ("C", 0)], ["Right"]),
            ([("\u{1B}", 40), ("[D", 0)], ["Esc", "Left"]),
            ([("\r\u{7F}\u{03}é", 0)], ["Enter", "Backspace", "Ctrl-c", "é"]),
            ([("\u{1B}\u{7F}\u{1B}\u{08}", 0)], ["Ctrl-w", "Ctrl-w"]),
            ([("\u{1B}", 30), ("\u{7F}", 0)], ["Esc", "Backspace"]),
        ] as [([(String, Int)], [String])])
    func keys(_ pieces: [(String, Int)], _ keys: [String]) {
        var line = Line()
        for (text, pause) in pieces {
            line.receive(text)
            line.pause(pause)
        }
        #expect(line.keys == keys)
    }

    @Test("The editing keys are also recognised by their numbers; another number is not a key")
    func numberedKeys() {
        var line = Line()
        for number in 1...9 { line.receive("\u{1B}[\(number)~") }
        line.receive("\u{1B}O1~")
        #expect(line.keys == ["Home", "Ins", "Del", "End", "PgUp", "PgDn", "Home", "End"])
    }

    /// As keys, these letters would quit, mark the list as read, or add a feed.
    @Test(
        "The letters of a key or a mouse event that ncurses does not know are not commands",
        arguments: [
            // Shift-F2 in Konsole, and an arrow with Ctrl in the other mode of the keypad.
            ("\u{1B}O2Q", []), ("\u{1B}O5A", []),
            // F1 and F5 on the Linux console.
            ("\u{1B}[[A", ["F1"]), ("\u{1B}[[E", ["F5"]), ("\u{1B}[[F", []),
            // Mouse events without SGR coordinates. The second click lacks a byte that is not a character in UTF-8.
            ("\u{1B}[M QA", []), ("\u{1B}[M a\u{1B}[M#Aa", []), ("\u{1B}[Ma\u{80}A", []),
        ] as [(String, [String])])
    func unknownKeys(_ sequence: String, _ keys: [String]) {
        var line = Line()
        line.receive(sequence + "j")
        #expect(line.keys == keys + ["j"])
    }

    @Test("A Backspace that ncurses has named is Alt-Backspace only directly after Esc")
    func namedBackspace() {
        let now = ContinuousClock.now
        var decoder = EscapeDecoder(at: now)
        let alone = decoder.backspace(at: now)
        let together = decoder.decode(27, at: now) + decoder.backspace(at: now)
        let apart = decoder.decode(27, at: now) + decoder.timeOut(at: now) + decoder.backspace(at: now)
        #expect(alone == [.key(.named(.backspace))])
        #expect(together == [.key(.control("w"))])
        #expect(apart == [.key(.named(.escape)), .key(.named(.backspace))])
    }

    @Test("An Esc is a key of its own if the program reads the next byte more than a second later")
    func lateByte() {
        let now = ContinuousClock.now
        for (pause, keys) in [(1_000, [Key.alt("j")]), (1_001, [.named(.escape), .character("j")])] {
            var decoder = EscapeDecoder(at: now)
            let inputs = decoder.decode(27, at: now) + decoder.decode(0x6A, at: now + .milliseconds(pause))
            #expect(inputs == keys.map(Input.key), "after \(pause) ms")
        }
    }

    @Test("While a reply is due, Esc and other keys act at once; only what may begin the reply waits a second")
    func dueAnswer() {
        var line = Line(replyDue: .seconds(5))
        line.receive("\u{1B}")
        #expect(line.keys == ["Esc"])
        line.pause(300)
        line.receive("j")
        #expect(line.keys == ["Esc", "j"])
        line.receive("\u{1B}")
        line.pause(300)
        line.receive("]")
        line.pause(999)
        #expect(line.keys == ["Esc", "j", "Esc"])
        line.pause(1)
        #expect(line.keys == ["Esc", "j", "Esc", "]"])
        line.pause(4_000)
        line.receive("\u{1B}")
        line.pause(300)
        line.receive("]")
        #expect(line.keys == ["Esc", "j", "Esc", "]", "Esc", "]"])
    }

    @Test(
        "The rest of a reply longer than 4 KB does not yield a key", arguments: [["\u{1B}]52;"], ["\u{1B}", "]52;"]])
    func longReply(_ start: [String]) {
        var line = Line()
        for piece in start { line.receive(piece) }
        line.receive(String(repeating: "D", count: 3 * ControlSequence.limit))
        line.pause(2_000)
        line.receive("j")
        #expect(line.keys == (start.count == 1 ? ["j"] : ["Esc", "j"]))
    }

    @Test("A reply is kept once, whole, however slowly it arrives; only its Esc may be a key")
    func replies() {
        var line = Line(replyDue: .seconds(5))
        for scalar in "\u{1B}]11;rgb:0/0/0\u{1B}\\".unicodeScalars {
            line.receive(String(scalar))
            line.pause(120)
        }
        #expect(line.keys == ["Esc"])
        #expect(line.decoder.dequeueReplies() == [.operatingSystem("11;rgb:0/0/0")])
        #expect(line.decoder.dequeueReplies().isEmpty)
    }
}
