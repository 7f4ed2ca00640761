/// Parses the notation of regular expressions.
struct PatternParser {
    private let characters: [Unicode.Scalar]
    private var index = 0
    private var depth = 0

    /// The deepest nesting of groups.
    private static let depthLimit = 50
    /// Maximum number in braces.
    private static let repetitionLimit = 255

    init(_ source: String) {
        // Like the texts: tags that come from file names of macOS have their marks as separate characters.
        characters = Array(ComposedLetters.of(source).unicodeScalars)
        // Case is ignored anyway.
        if source.hasPrefix("(?i)") { index = 4 }
    }

    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try alternatives()
        guard index == characters.count else { throw error("a “)” without its “(”") }
        return node
    }

    private mutating func alternatives() throws(PatternError) -> PatternNode {
        var branches = [try sequence()]
        while consume("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while let next, next != "|", next != ")" {
            parts.append(try repeated(try atom()))
        }
        return .sequence(parts)
    }

    private mutating func repeated(_ atom: PatternNode) throws(PatternError) -> PatternNode {
        var node = atom
        while let (least, most) = try repetition() {
            node = .repetition(node, least: least, most: most)
            // A lazy quantifier changes only the order of attempts, so a pattern matches the same texts with it.
            _ = consume("?")
        }
        return node
    }

    private mutating func repetition() throws(PatternError) -> (Int, Int?)? {
        if consume("*") { return (0, nil) }
        if consume("+") { return (1, nil) }
        if consume("?") { return (0, 1) }
        guard next == "{", characters.dropFirst(index + 1).first.map({ "0"..."9" ~= $0 }) == true else { return nil }
        index += 1
        let least = try number()
        var most: Int? = least
        if consume(",") { most = next == "}" ? nil : try number() }
        guard consume("}") else { throw error("a “{” without its “}”") }
        guard most.map({ $0 >= least }) ?? true else { throw error("in braces, the smaller number must come first") }
        return (least, most)
    }

    private mutating func number() throws(PatternError) -> Int {
        var value = 0
        let start = index
        while let digit = next, "0"..."9" ~= digit, value <= Self.repetitionLimit {
            value = value * 10 + Int(digit.value - 48)
            index += 1
        }
        guard index > start else { throw error("braces need a number") }
        guard value <= Self.repetitionLimit else { throw error("no more than \(Self.repetitionLimit) repetitions") }
        return value
    }

    private mutating func atom() throws(PatternError) -> PatternNode {
        guard let scalar = next else { throw error("a character or group is missing here") }
        index += 1
        switch scalar {
        case "(": return try group()
        case "[": return .set(try bracket())
        case ".": return .set(.anything)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "\\": return try escape()
        case "*", "+", "?":
            index -= 1
            throw error("there is nothing before “\(scalar)” to repeat")
        default: return .scalar(FoldedText.fold(scalar))
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        if consume("?") {
            guard consume(":") else { throw error("look-around and inline options are not supported") }
        }
        depth += 1
        guard depth <= Self.depthLimit else { throw error("more than \(Self.depthLimit) nested groups") }
        let node = try alternatives()
        depth -= 1
        guard consume(")") else { throw error("a “(” without its “)”") }
        return node
    }

    private mutating func escape() throws(PatternError) -> PatternNode {
        guard let scalar = next else { throw error("nothing after “\\”") }
        index += 1
        if let assertion: PatternAssertion = scalar == "b" ? .wordEdge : scalar == "B" ? .noWordEdge : nil {
            return .assertion(assertion)
        }
        if let member = Self.classes[scalar] { return .set(ScalarSet([member])) }
        return .scalar(try literal(escaped: scalar))
    }

    private static let classes: [Unicode.Scalar: ScalarSet.Class] = [
        "d": .digit, "w": .word, "s": .space, "D": .notDigit, "W": .notWord, "S": .notSpace,
    ]

    private func literal(escaped scalar: Unicode.Scalar) throws(PatternError) -> UInt32 {
        switch scalar {
        case "n": return 0x0A
        case "t": return 0x09
        default:
            guard !scalar.properties.isAlphabetic, !("0"..."9" ~= scalar) else {
                throw error("“\\\(scalar)” is not supported")
            }
            return FoldedText.fold(scalar)
        }
    }

    private mutating func bracket() throws(PatternError) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = consume("^")
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            index += 1
            if scalar == "[", next == ":" {
                set.insert(try namedClass())
            } else if scalar == "\\", let escaped = next, let member = Self.classes[escaped] {
                index += 1
                set.insert(member)
            } else {
                try insertRange(from: scalar, into: &set)
            }
        }
        guard consume("]"), !set.isEmpty else { throw error("a “[” without its “]”") }
        return set
    }

    private mutating func insertRange(from first: Unicode.Scalar, into set: inout ScalarSet) throws(PatternError) {
        let low = try member(first)
        var high = low
        if next == "-", let end = characters.dropFirst(index + 1).first, end != "]" {
            index += 2
            high = try member(end)
        }
        guard low <= high else { throw error("the beginning of a range must not come after its end") }
        set.insert(low...high)
    }

    private mutating func member(_ scalar: Unicode.Scalar) throws(PatternError) -> UInt32 {
        guard scalar == "\\", let escaped = next else { return scalar.value }
        index += 1
        return try literal(escaped: escaped)
    }

    /// Reads `[:alpha:]` within brackets.
    private mutating func namedClass() throws(PatternError) -> ScalarSet.Class {
        index += 1
        var name = ""
        while let scalar = next, scalar != ":", name.count < 10 {
            name.unicodeScalars.append(scalar)
            index += 1
        }
        guard consume(":"), consume("]"), let member = ScalarSet.Class(rawValue: name) else {
            throw error("there is no class [:\(name):]")
        }
        return member
    }

    private var next: Unicode.Scalar? {
        index < characters.count ? characters[index] : nil
    }

    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private func error(_ message: String) -> PatternError {
        PatternError(offset: index, message: message)
    }
}

/// The parts of a pattern.
indirect enum PatternNode {
    case scalar(UInt32)
    case set(ScalarSet)
    case assertion(PatternAssertion)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// `most` is nil if there is no maximum.
    case repetition(PatternNode, least: Int, most: Int?)
}

/// A condition on a position in the text, which does not consume a character.
enum PatternAssertion: Sendable {
    case start, end, wordEdge, noWordEdge
}
