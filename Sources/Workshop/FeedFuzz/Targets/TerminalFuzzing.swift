import Screen

@testable import TerminalDriver

/// Bytes from the terminal: keys, answers to queries, pastes.
enum TerminalFuzzing {
    static func type(_ input: [UInt8]) throws {
        var inquiry = TerminalInquiry()
        _ = inquiry.begin(mayHavePlaceholders: true)
        var paste = Paste()
        paste.begin(at: .now)
        var sequence: ControlSequence?
        var length = 0
        for scalar in String(decoding: input, as: UTF8.self).unicodeScalars {
            if case .paste(let text)? = paste.receive(.point(scalar), at: .now) {
                try require(text.unicodeScalars.count <= 4_096, "a paste is longer than its limit")
                let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
                try require(!hasControl, "a paste holds a control character")
            }
            guard var open = sequence else {
                (sequence, length) = (ControlSequence(introducer: scalar.value), 0)
                continue
            }
            length += 1
            try require(length <= ControlSequence.limit + 1, "a sequence drops keys forever")
            let step = open.append(scalar.value)
            sequence = step == .more ? open : nil
            if step == .ended, let reply = TerminalReply(open) { _ = inquiry.receive(reply) }
        }
        try require(inquiry.name?.count ?? 0 <= 80, "a terminal's name is longer than its limit")
        _ = paste.receive(.end, at: .now)
    }
}
