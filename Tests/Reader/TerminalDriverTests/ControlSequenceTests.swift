import Testing

@testable import TerminalDriver

@Suite struct ControlSequenceTests {
    /// Bytes after Esc, how many of them belong to the sequence, and the resulting reply.
    @Test(
        "The reader consumes a sequence up to its end",
        arguments: [
            ("[?62;4cj", 7, TerminalReply.control("?62;4c")), ("[1;5Aj", 5, nil), ("OAj", 2, nil),
            ("O2Qj", 3, nil), ("[[Aj", 3, nil), ("[M a!j", 5, nil),
            ("P>|XTerm(379)\u{1B}\\j", 15, .device(">|XTerm(379)")),
            ("]11;rgb:0/0/0\u{07}j", 14, .operatingSystem("11;rgb:0/0/0")),
            ("_Gi=31;OK\u{1B}\\O", 11, .application("Gi=31;OK")), ("^private\u{1B}\\j", 10, nil),
            ("Xanything\u{07}j", 10, nil), ("_given up\u{18}j", 10, .application("given up")),
        ] as [(String, Int, TerminalReply?)])
    func ends(_ text: String, _ length: Int, _ reply: TerminalReply?) throws {
        let values = text.unicodeScalars.map(\.value)
        var sequence = try #require(ControlSequence(introducer: values[0]))
        let steps = values.dropFirst().map { sequence.append($0) }
        #expect(steps.firstIndex(of: .ended) == length - 2)
        #expect(steps.prefix(length - 2).allSatisfy { $0 == .more })
        var whole = try #require(ControlSequence(introducer: values[0]))
        for value in values[1..<length] { _ = whole.append(value) }
        #expect(TerminalReply(whole) == reply)
    }

    @Test("A string keeps 4 KB of its text and is read to its end")
    func limit() throws {
        var sequence = try #require(ControlSequence(introducer: 0x5F))
        for _ in 0...ControlSequence.limit { #expect(sequence.append(0x61) == .more) }
        #expect(sequence.isFull && sequence.text.utf8.count == ControlSequence.limit)
        #expect(sequence.append(0x1B) == .more && sequence.append(0x5C) == .ended)
    }

    @Test("An Esc that is not part of ST ends a string, and a control character ends a CSI or an SS3")
    func broken() throws {
        var string = try #require(ControlSequence(introducer: 0x50))
        #expect(string.append(0x1B) == .more && string.append(0x5B) == .broken)
        var control = try #require(ControlSequence(introducer: 0x5B))
        #expect(control.append(0x31) == .more && control.append(0x1B) == .broken)
        var key = try #require(ControlSequence(introducer: 0x4F))
        #expect(key.append(0x32) == .more && key.append(0x0D) == .broken)
        #expect(ControlSequence(introducer: 0x6A) == nil)
    }
}
