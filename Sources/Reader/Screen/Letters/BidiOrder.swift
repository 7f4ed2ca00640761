/// The display order of a line's characters on a terminal without bidirectional display (UAX #9, without explicit
/// embeddings and isolates).
package enum BidiOrder {
    /// True if the text may contain right-to-left characters; no other text needs reordering.
    package static func concerns(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable(concerns)
            ?? Array(text.utf8).withUnsafeBufferPointer(concerns)
    }

    private static func concerns(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !isASCII(text) else { return false }
        var lead: UInt8 = 0
        for byte in text {
            switch (lead, byte) {
            case (0xD6...0xDF, _), (0xE0, 0xA0...0xA3), (0xEF, 0xAC...0xBB), (0xF0, 0x90), (0xF0, 0x9E): return true
            default: lead = byte
            }
        }
        return false
    }

    /// Reads eight bytes at a time: each frame checks dozens of titles, and most are ASCII.
    private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(text)
        var (words, offset): (UInt64, Int) = (0, 0)
        while offset + 8 <= bytes.count {
            words |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        var rest: UInt8 = 0
        for byte in bytes[offset...] { rest |= byte }
        return words & 0x8080_8080_8080_8080 == 0 && rest < 0x80
    }

    /// True if the paragraph is read from right to left: its first strong letter decides (P2, P3).
    package static func isRightToLeft(_ text: some StringProtocol) -> Bool {
        for scalar in text.unicodeScalars {
            switch BidiClass(scalar) {
            case .leftToRight: return false
            case .rightToLeft, .arabicLetter: return true
            default: continue
            }
        }
        return false
    }

    /// Returns the embedding level of each character: odd levels are read from right to left.
    static func levels(_ scalars: [Unicode.Scalar], isRightToLeft: Bool) -> [UInt8] {
        let original = scalars.map { BidiClass($0) }
        var types = original
        let base: UInt8 = isRightToLeft ? 1 : 0
        let edge: BidiClass = isRightToLeft ? .rightToLeft : .leftToRight
        resolveWeak(&types, edge)
        resolveBrackets(scalars, original, &types, edge)
        resolveNeutral(&types, edge)
        var levels = types.map { type -> UInt8 in
            switch type {
            case .rightToLeft: 1
            case .number, .arabicNumber: 2
            default: base == 0 ? 0 : 2
            }
        }
        // L1: separators, and white space before them or at the end of the line.
        var isTrailing = true
        for index in original.indices.reversed() {
            switch original[index] {
            case .paragraph, .segment: isTrailing = true
            case .space: break
            default: isTrailing = false
            }
            if isTrailing { levels[index] = base }
        }
        return levels
    }

    /// Returns the positions of the characters from left to right (L2).
    static func visualOrder(_ levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), let lowest = levels.filter({ $0 % 2 == 1 }).min() else { return order }
        var level = highest
        while level >= lowest {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
            level -= 1
        }
        return order
    }

    /// Returns the mirror image of a character, which replaces it in right-to-left text (L4).
    static func mirrored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        mirrors[scalar] ?? scalar
    }

    // MARK: - Weak types

    private static func resolveWeak(_ types: inout [BidiClass], _ edge: BidiClass) {
        var previous = edge
        for index in types.indices {  // W1
            if types[index] == .mark { types[index] = previous }
            previous = types[index]
        }
        var strong = edge
        for index in types.indices {  // W2
            switch types[index] {
            case .leftToRight, .rightToLeft, .arabicLetter: strong = types[index]
            case .number where strong == .arabicLetter: types[index] = .arabicNumber
            default: break
            }
        }
        for index in types.indices where types[index] == .arabicLetter { types[index] = .rightToLeft }  // W3
        resolveSeparators(&types)
        resolveTerminators(&types)
        for index in types.indices where [.sign, .terminator, .separator].contains(types[index]) {  // W6
            types[index] = .neutral
        }
        strong = edge
        for index in types.indices {  // W7
            switch types[index] {
            case .leftToRight, .rightToLeft: strong = types[index]
            case .number where strong == .leftToRight: types[index] = .leftToRight
            default: break
            }
        }
    }

    /// W4: a sign or a separator between two numbers becomes part of them.
    private static func resolveSeparators(_ types: inout [BidiClass]) {
        for index in types.indices.dropFirst().dropLast() {
            let (before, after) = (types[index - 1], types[index + 1])
            if types[index] == .sign, before == .number, after == .number { types[index] = .number }
            if types[index] == .separator, before == after, before == .number || before == .arabicNumber {
                types[index] = before
            }
        }
    }

    /// W5: a terminator such as `%` next to a number becomes part of it.
    private static func resolveTerminators(_ types: inout [BidiClass]) {
        var start = 0
        while start < types.count {
            guard types[start] == .terminator else {
                start += 1
                continue
            }
            var end = start
            while end < types.count, types[end] == .terminator { end += 1 }
            let isNumber = start > 0 && types[start - 1] == .number || end < types.count && types[end] == .number
            if isNumber { for index in start..<end { types[index] = .number } }
            start = end
        }
    }

    // MARK: - Brackets and neutral types

    /// Maximum number of brackets open at once (UAX #9 BD16).
    private static let maximumOpenBrackets = 63

    /// N0: both brackets of a pair take the direction of what they enclose.
    private static func resolveBrackets(
        _ scalars: [Unicode.Scalar], _ original: [BidiClass], _ types: inout [BidiClass], _ edge: BidiClass
    ) {
        for (open, close) in bracketPairs(scalars, types) {
            let inside = types[(open + 1)..<close].compactMap(direction)
            var found: BidiClass?
            if inside.contains(edge) {
                found = edge
            } else if !inside.isEmpty {
                let context = types[..<open].reversed().lazy.compactMap(direction).first ?? edge
                found = context == edge ? edge : context
            }
            guard let found else { continue }
            for index in [open, close] {
                types[index] = found
                var next = index + 1
                while next < types.count, original[next] == .mark {
                    types[next] = found
                    next += 1
                }
            }
        }
    }

    /// Returns the positions of paired brackets, in the order of the opening ones.
    private static func bracketPairs(_ scalars: [Unicode.Scalar], _ types: [BidiClass]) -> [(open: Int, close: Int)] {
        var stack: [(closing: Unicode.Scalar, index: Int)] = []
        var pairs: [(open: Int, close: Int)] = []
        for (index, scalar) in scalars.enumerated() where types[index] == .neutral {
            if let closing = closings[scalar] {
                guard stack.count < maximumOpenBrackets else { return [] }
                stack.append((closing, index))
            } else if let found = stack.lastIndex(where: { $0.closing == canonical(scalar) }) {
                pairs.append((stack[found].index, index))
                stack.removeSubrange(found...)
            }
        }
        return pairs.sorted { $0.open < $1.open }
    }

    /// Numbers count as right-to-left here (N0, N1).
    private static func direction(_ type: BidiClass) -> BidiClass? {
        switch type {
        case .leftToRight: .leftToRight
        case .rightToLeft, .number, .arabicNumber: .rightToLeft
        default: nil
        }
    }

    /// N1, N2: characters without a direction take the common direction of both neighbours, or else the direction of
    /// the paragraph.
    private static func resolveNeutral(_ types: inout [BidiClass], _ edge: BidiClass) {
        var start = 0
        while start < types.count {
            guard direction(types[start]) == nil else {
                start += 1
                continue
            }
            var end = start
            while end < types.count, direction(types[end]) == nil { end += 1 }
            let before = start > 0 ? direction(types[start - 1]) ?? edge : edge
            let after = end < types.count ? direction(types[end]) ?? edge : edge
            for index in start..<end { types[index] = before == after ? before : edge }
            start = end
        }
    }

    // MARK: - Tables

    private static let brackets = Array(
        ("()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎"
            + "⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣").unicodeScalars)

    /// The closing bracket of each opening bracket.
    private static let closings: [Unicode.Scalar: Unicode.Scalar] = {
        var closings: [Unicode.Scalar: Unicode.Scalar] = [:]
        for index in stride(from: 0, to: brackets.count, by: 2) {
            closings[brackets[index]] = canonical(brackets[index + 1])
        }
        return closings
    }()

    /// Two of the closing brackets are canonically equal.
    private static func canonical(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar == "\u{232A}" ? "\u{3009}" : scalar
    }

    private static let mirrors: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs: [Unicode.Scalar] = brackets + Array("<>«»‹›≤≥≪≫⊂⊃⊆⊇≺≻∈∋".unicodeScalars)
        var mirrors: [Unicode.Scalar: Unicode.Scalar] = [:]
        for index in stride(from: 0, to: pairs.count, by: 2) {
            mirrors[pairs[index]] = pairs[index + 1]
            mirrors[pairs[index + 1]] = pairs[index]
        }
        return mirrors
    }()
}
