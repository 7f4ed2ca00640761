/// A control sequence or control string from the terminal, while it is being read (ECMA-48, 5.4 and 5.6). Its bytes may
/// arrive in several reads.
struct ControlSequence {
    /// The kinds of sequences, by the character after Esc.
    enum Kind: Equatable {
        /// Parameters, then a final byte. Two sequences are longer: the Linux console's F1 is `[A`, and `M` of a mouse
        /// event without SGR coordinates is followed by three bytes.
        case csi
        /// A letter, in some terminals after the number of its modifiers: Konsole sends `2Q` for Shift-F2.
        case ss3
        /// DCS, OSC, APC, PM and SOS: text that ends with ST, or with BEL as in xterm.
        case string(Introducer)
    }

    enum Introducer: UInt32, CaseIterable {
        case device = 0x50  // P
        case startOfString = 0x58  // X
        case operatingSystem = 0x5D  // ]
        case privacy = 0x5E  // ^
        case application = 0x5F  // _
    }

    enum Step: Equatable {
        case more
        /// The value was the last of the sequence.
        case ended
        /// The sequence was broken off; the value is not part of it.
        case broken
    }

    let kind: Kind
    /// The text between the introducer and the end; for a CSI it includes the final byte.
    private(set) var text = ""
    private var followsEscape = false

    /// Maximum length of the text that is kept (4 KB). Later bytes are dropped up to the end of the sequence: as keys
    /// they would act as commands.
    static let limit = 4_096

    /// True if the text is longer than a person types.
    var isFull: Bool { text.utf8.count >= Self.limit }

    /// Nil if the value does not begin a sequence.
    init?(introducer: UInt32) {
        switch introducer {
        case 0x5B: kind = .csi
        case 0x4F: kind = .ss3
        default:
            guard let string = Introducer(rawValue: introducer) else { return nil }
            kind = .string(string)
        }
    }

    mutating func append(_ value: UInt32) -> Step {
        switch kind {
        case .ss3:
            guard Self.printable.contains(value) else { return .broken }
            keep(value)
            return (0x30...0x3B).contains(value) ? .more : .ended
        case .csi:
            return appendToControl(value)
        case .string:
            return appendToString(value)
        }
    }

    private static let printable: ClosedRange<UInt32> = 0x20...0x7E
    private static let mouse = UInt32(UInt8(ascii: "M"))
    private static let bracket = UInt32(UInt8(ascii: "["))

    private mutating func appendToControl(_ value: UInt32) -> Step {
        let first = text.unicodeScalars.first?.value
        if first == Self.mouse {
            guard value >= 0x20 else { return .broken }
            keep(value)
            return text.unicodeScalars.count == 4 ? .ended : .more
        }
        guard Self.printable.contains(value) else { return .broken }
        keep(value)
        if first == nil, value == Self.mouse || value == Self.bracket { return .more }
        return value >= 0x40 ? .ended : .more
    }

    private mutating func appendToString(_ value: UInt32) -> Step {
        if followsEscape { return value == 0x5C ? .ended : .broken }
        switch value {
        case 0x07, 0x18, 0x1A: return .ended  // BEL; CAN and SUB cancel the string
        case 0x1B: followsEscape = true
        default: keep(value)
        }
        return .more
    }

    private mutating func keep(_ value: UInt32) {
        if !isFull, let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
}

/// A terminal's reply to a query.
enum TerminalReply: Equatable {
    /// A CSI with a private mark: `?62;4c`.
    case control(String)
    /// DCS: `>|XTerm(379)`.
    case device(String)
    /// OSC: `11;rgb:0000/0000/0000`.
    case operatingSystem(String)
    /// APC: `Gi=31;OK`.
    case application(String)

    /// Nil if the sequence is a key, or not a reply.
    init?(_ sequence: ControlSequence) {
        switch sequence.kind {
        case .csi:
            guard let mark = sequence.text.first, "?>=".contains(mark) else { return nil }
            self = .control(sequence.text)
        case .string(.device): self = .device(sequence.text)
        case .string(.operatingSystem): self = .operatingSystem(sequence.text)
        case .string(.application): self = .application(sequence.text)
        case .ss3, .string(.privacy), .string(.startOfString): return nil
        }
    }
}
