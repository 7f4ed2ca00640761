/// Fills lines greedily, one character at a time.
struct LineBreaker {
    enum Kind {
        case letter, space, newline, ideograph
        /// A character after which a word longer than a line may break.
        case joint
        /// Punctuation that stays with the text before it (`closing`) or after it (`opening`).
        case closing, opening
    }

    private let width: Int
    private var lineWidth: Int
    private var lines: [Range<Int>] = []
    /// Offsets are in bytes, widths in columns.
    private var offset = 0
    private var lineStart = 0
    private var lineColumns = 0
    /// The last position where the line may end, and the start of the next line.
    private var breakEnd: Int?
    private var breakNext = 0
    private var columnsAtNext = 0
    /// The last position inside a long word; used if there is no better one.
    private var jointOffset: Int?
    private var columnsAtJoint = 0
    private var previous = Kind.newline
    private var hasContent = false

    init(width: Int, firstWidth: Int) {
        self.width = width
        lineWidth = firstWidth
    }

    @inline(__always)
    mutating func add(kind: Kind, width: Int, bytes: Int) {
        // Most characters are letters inside a word that fits.
        if kind == .letter, previous == .letter, lineColumns + width <= lineWidth {
            offset += bytes
            lineColumns += width
        } else {
            addWhereLineMayEnd(kind: kind, width: width, bytes: bytes)
        }
    }

    private mutating func addWhereLineMayEnd(kind: Kind, width: Int, bytes: Int) {
        defer {
            offset += bytes
            previous = kind
        }
        switch kind {
        case .newline:
            endLine(at: offset, next: offset + bytes)
            hasContent = false
        case .space: addSpace(width: width, bytes: bytes)
        case .letter, .ideograph, .joint, .closing, .opening: addLetter(kind: kind, width: width, bytes: bytes)
        }
    }

    private mutating func addSpace(width: Int, bytes: Int) {
        // A wide space after a line feed is an indentation of the author.
        if lineColumns == 0, offset == lineStart, !lines.isEmpty, previous != .newline || bytes == 1 {
            lineStart = offset + bytes  // a line does not begin with the space at which it was broken
            return
        }
        // Trailing spaces do not count towards the line's width.
        if previous != .space { breakEnd = offset }
        breakNext = offset + bytes
        lineColumns += width
        columnsAtNext = lineColumns
        hasContent = true
    }

    private mutating func addLetter(kind: Kind, width: Int, bytes: Int) {
        if allowsBreak(before: kind), offset > lineStart {
            breakEnd = offset
            breakNext = offset
            columnsAtNext = lineColumns
        }
        if lineColumns + width > lineWidth, offset > lineStart {
            overflow()
            // The part after the break may be too long, too.
            if lineColumns + width > lineWidth, offset > lineStart { overflow() }
        }
        lineColumns += width
        hasContent = true
        if kind == .joint {
            jointOffset = offset + bytes
            columnsAtJoint = lineColumns
        }
    }

    mutating func finish() -> [Range<Int>] {
        if hasContent || lineStart < offset {
            endLine(at: trimmedEnd, next: offset)
        }
        return lines
    }

    private func allowsBreak(before kind: Kind) -> Bool {
        // After a space, the break is already recorded at that space.
        guard kind != .closing, previous != .opening, previous != .space else { return false }
        return kind == .ideograph || kind == .opening || previous == .ideograph
            || previous == .closing && kind != .letter
    }

    /// The end of the line without trailing spaces.
    private var trimmedEnd: Int {
        if previous == .space, let breakEnd, breakNext == offset { return breakEnd }
        return offset
    }

    private mutating func overflow() {
        if let end = breakEnd, breakNext > lineStart {
            let rest = lineColumns - columnsAtNext
            endLine(at: end, next: breakNext)
            lineColumns = rest
        } else if let joint = jointOffset, joint > lineStart {
            let rest = lineColumns - columnsAtJoint
            endLine(at: joint, next: joint)
            lineColumns = rest
        } else {
            endLine(at: offset, next: offset)
        }
    }

    private mutating func endLine(at end: Int, next: Int) {
        lines.append(lineStart..<max(lineStart, end))
        lineStart = next
        lineColumns = 0
        lineWidth = width
        breakEnd = nil
        jointOffset = nil
    }
}
