/// Finds text that the TOML parser cannot survive: it ends the process at a table header without a key, and its
/// recursion has no limit on keys with many dots.
enum TOMLOutline {
    /// The largest file that is read, in bytes (1 MiB).
    static let largestFile = 1 << 20
    /// The most parts of a dotted key, or of a header (default 32).
    static let mostKeyParts = 32

    struct Fault: Equatable {
        let line: Int
        let column: Int
        let message: String
    }

    /// The first fault; nil if the parser can read the text safely.
    static func fault(in text: String) -> Fault? {
        guard text.utf8.count <= largestFile else {
            return Fault(line: 1, column: 1, message: "the file is larger than \(largestFile >> 20) MiB")
        }
        var walk = Walk(bytes: Array(text.utf8))
        return walk.fault()
    }

    private struct Walk {
        let bytes: [UInt8]
        var position = 0
        var line = 1
        var lineStart = 0
        /// The number of open brackets and braces.
        var depth = 0

        private static let deepest = 100

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func fault() -> Fault? {
            // A statement begins if no bracket is open and only white space precedes it.
            var isAtStart = true
            var dots = 0
            while position < bytes.count {
                let byte = bytes[position]
                switch byte {
                case UInt8(ascii: "\n"):
                    beginLine()
                    if depth == 0 { (isAtStart, dots) = (true, 0) }
                    continue
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
                case UInt8(ascii: "#"):
                    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
                    continue
                case UInt8(ascii: "\""), UInt8(ascii: "'"):
                    isAtStart = false
                    skipString(byte)
                    continue
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    if isAtStart, let fault = headerFault() { return fault }
                    isAtStart = false
                    depth += 1
                    if depth > Self.deepest { return here("brackets are nested too deep") }
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    isAtStart = false
                    depth = max(0, depth - 1)
                case UInt8(ascii: "."):
                    isAtStart = false
                    dots += 1
                    if dots >= TOMLOutline.mostKeyParts { return here("too many dots") }
                case UInt8(ascii: "="), UInt8(ascii: ","):
                    isAtStart = false
                    dots = 0
                default: isAtStart = false
                }
                position += 1
            }
            return nil
        }

        /// A header is `[key]` or `[[key]]`.
        private func headerFault() -> Fault? {
            guard bytes[position] == UInt8(ascii: "[") else { return here("a line cannot begin with {") }
            var next = position + 1
            func skipBlanks() {
                while next < bytes.count, bytes[next] == UInt8(ascii: " ") || bytes[next] == UInt8(ascii: "\t") {
                    next += 1
                }
            }
            skipBlanks()
            if next < bytes.count, bytes[next] == UInt8(ascii: "[") {
                next += 1
                skipBlanks()
            }
            guard next < bytes.count, Self.canBeginKey(bytes[next]) else {
                return here("a table's name is missing after [")
            }
            return nil
        }

        private static func canBeginKey(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "\""),
                UInt8(ascii: "'"):
                true
            default: false
            }
        }

        /// Moves past the end of a string, which is on the same line unless three quotes begin it.
        private mutating func skipString(_ quote: UInt8) {
            let isLong =
                position + 2 < bytes.count && bytes[position + 1] == quote && bytes[position + 2] == quote
            position += isLong ? 3 : 1
            while position < bytes.count {
                let byte = bytes[position]
                if byte == UInt8(ascii: "\n") {
                    if !isLong { return }
                    beginLine()
                    continue
                }
                if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), position + 1 < bytes.count,
                    bytes[position + 1] != UInt8(ascii: "\n")
                {
                    position += 2
                    continue
                }
                position += 1
                guard byte == quote else { continue }
                guard isLong else { return }
                guard position + 1 < bytes.count, bytes[position] == quote, bytes[position + 1] == quote else {
                    continue
                }
                position += 2
                // Up to two quotes may precede the closing three.
                while position < bytes.count, bytes[position] == quote { position += 1 }
                return
            }
        }

        private mutating func beginLine() {
            position += 1
            line += 1
            lineStart = position
        }

        private func here(_ message: String) -> Fault {
            Fault(line: line, column: position - lineStart + 1, message: message)
        }
    }
}
