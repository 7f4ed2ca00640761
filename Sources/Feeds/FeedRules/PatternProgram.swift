/// A pattern compiled to the instructions of a nondeterministic automaton.
struct PatternProgram: Sendable {
    /// No payload is reference-counted, so that a step stays cheap.
    private enum Instruction: Sendable {
        case scalar(UInt32)
        /// A set, by its index.
        case set(Int)
        case assertion(PatternAssertion)
        case split(Int, Int)
        case jump(Int)
        case match
    }

    private var instructions: [Instruction] = []
    private var sets: [ScalarSet] = []
    /// The ASCII characters that each set contains.
    private var asciiMembers: [[Bool]] = []
    /// The ASCII characters with which a match can begin; nil if a match may be empty.
    private var firsts: [Bool]?

    /// Maximum number of instructions of a pattern after its repetitions are expanded.
    private static let limit = 1_000

    init(_ node: PatternNode) throws(PatternError) {
        try add(node)
        try emit(.match)
        firsts = firstCharacters()
    }

    // MARK: - Compilation

    private mutating func add(_ node: PatternNode) throws(PatternError) {
        switch node {
        case .scalar(let value): try emit(.scalar(value))
        case .set(let set): try add(set)
        case .assertion(let assertion): try emit(.assertion(assertion))
        case .sequence(let nodes): for node in nodes { try add(node) }
        case .alternatives(let nodes): try add(alternatives: nodes)
        case .repetition(let node, let least, let most): try add(node, least: least, most: most)
        }
    }

    private mutating func add(_ set: ScalarSet) throws(PatternError) {
        let known = sets.firstIndex(of: set)
        if known == nil {
            sets.append(set)
            asciiMembers.append((0..<0x80).map { set.contains($0) })
        }
        try emit(.set(known ?? sets.count - 1))
    }

    private mutating func add(alternatives nodes: [PatternNode]) throws(PatternError) {
        var ends: [Int] = []
        for (index, node) in nodes.enumerated() {
            let isLast = index == nodes.count - 1
            let split = instructions.count
            if !isLast { try emit(.split(split + 1, 0)) }
            try add(node)
            guard !isLast else { break }
            ends.append(instructions.count)
            try emit(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        for end in ends { instructions[end] = .jump(instructions.count) }
    }

    private mutating func add(_ node: PatternNode, least: Int, most: Int?) throws(PatternError) {
        for _ in 0..<least {
            let start = instructions.count
            try add(node)
            // An empty group never reaches the limit of instructions: `(){255}{255}{255}{255}` would be expanded for
            // hours.
            guard instructions.count > start else { break }
        }
        guard let most else {
            let split = instructions.count
            try emit(.split(split + 1, 0))
            try add(node)
            try emit(.jump(split))
            instructions[split] = .split(split + 1, instructions.count)
            return
        }
        var splits: [Int] = []
        for _ in least..<max(least, most) {
            splits.append(instructions.count)
            try emit(.split(instructions.count + 1, 0))
            try add(node)
        }
        for split in splits { instructions[split] = .split(split + 1, instructions.count) }
    }

    private mutating func emit(_ instruction: Instruction) throws(PatternError) {
        guard instructions.count < Self.limit else {
            throw PatternError(offset: 0, message: "too large once its repetitions are expanded")
        }
        instructions.append(instruction)
    }

    // MARK: - Matching

    func matches(_ text: [UInt32]) -> Bool {
        var states = States(count: instructions.count)
        for position in 0...text.count {
            if mayBegin(at: position, of: text) {
                if enter(0, at: position, of: text, &states) { return true }
            } else if states.now.isEmpty {
                states.skip()
                continue
            }
            guard position < text.count else { break }
            states.step()
            for state in states.before where accepts(text[position], in: state) {
                if enter(state + 1, at: position + 1, of: text, &states) { return true }
            }
        }
        return false
    }

    private func mayBegin(at position: Int, of text: [UInt32]) -> Bool {
        guard let firsts else { return true }
        guard position < text.count else { return false }
        return text[position] >= 0x80 || firsts[Int(text[position])]
    }

    private func accepts(_ scalar: UInt32, in state: Int) -> Bool {
        switch instructions[state] {
        case .scalar(let wanted): wanted == scalar
        case .set(let set): scalar < 0x80 ? asciiMembers[set][Int(scalar)] : sets[set].contains(scalar)
        default: false
        }
    }

    /// The states that consume a character, and those passed on the way to them, so that none is entered twice at one
    /// position.
    private struct States {
        /// The states at the current position, and the states at the previous one.
        var now: [Int] = []
        var before: [Int] = []
        /// States to enter next.
        var waiting: [Int] = []
        private var seenAt: [Int]
        private var generation = 0

        init(count: Int) {
            seenAt = Array(repeating: -1, count: count)
        }

        mutating func isNew(_ state: Int) -> Bool {
            guard seenAt[state] != generation else { return false }
            seenAt[state] = generation
            return true
        }

        mutating func step() {
            generation += 1
            swap(&now, &before)
            now.removeAll(keepingCapacity: true)
        }

        /// Advances past a character that no state waits for: an assertion that failed before it may hold after it.
        mutating func skip() {
            generation += 1
        }
    }

    /// Follows a state to all states that consume a character; returns true if it reaches the end.
    private func enter(_ state: Int, at position: Int, of text: [UInt32], _ states: inout States) -> Bool {
        states.waiting.append(state)
        while let state = states.waiting.popLast() {
            guard states.isNew(state) else { continue }
            switch instructions[state] {
            case .match: return true
            case .jump(let target): states.waiting.append(target)
            case .split(let first, let second):
                states.waiting.append(second)
                states.waiting.append(first)
            case .assertion(let assertion):
                if Self.holds(assertion, at: position, of: text) { states.waiting.append(state + 1) }
            case .scalar, .set: states.now.append(state)
            }
        }
        return false
    }

    private static func holds(_ assertion: PatternAssertion, at position: Int, of text: [UInt32]) -> Bool {
        switch assertion {
        case .start: position == 0 || text[position - 1] == 0x0A
        case .end: position == text.count || text[position] == 0x0A
        case .wordEdge: isWord(text, position - 1) != isWord(text, position)
        case .noWordEdge: isWord(text, position - 1) == isWord(text, position)
        }
    }

    private static func isWord(_ text: [UInt32], _ index: Int) -> Bool {
        text.indices.contains(index) && Unicode.Scalar(text[index]).map(ScalarSet.isWord) ?? false
    }

    private func firstCharacters() -> [Bool]? {
        var firsts = Array(repeating: false, count: 0x80)
        var seen: Set<Int> = []
        var waiting = [0]
        while let state = waiting.popLast() {
            guard seen.insert(state).inserted else { continue }
            switch instructions[state] {
            case .match: return nil
            // An assertion does not consume a character: a match begins with one of the next instruction.
            case .assertion: waiting.append(state + 1)
            case .jump(let target): waiting.append(target)
            case .split(let first, let second): waiting += [first, second]
            case .scalar, .set:
                for value in 0..<0x80 where accepts(UInt32(value), in: state) { firsts[value] = true }
            }
        }
        return firsts
    }
}
