/// Reads TOML 1.0 (https://toml.io/en/v1.0.0), and nothing else:
///
///     let table = try TOMLDocument.read("theme = \"nord\"\n")
///     table["theme"]?.string  // "nord"
///
/// `read` refuses a text with the position of its first fault, `readParts` leaves out the parts with faults.
package enum TOMLDocument {
    /// Maximum size of a text that is read, in bytes (1 MB).
    package static let maximumSize = 1 << 20
    /// Maximum number of parts of a dotted key, or of a header (default 32).
    static let maximumKeyParts = 32
    /// Maximum nesting of arrays and inline tables (default 100).
    static let maximumDepth = 100
    /// Maximum number of faults that are reported; the text after them is not read (default 100).
    static let maximumFaults = 100

    package static func read(_ text: String) throws(TOMLSyntaxError) -> TOMLTable {
        let (table, faults) = readParts(text, maximumFaults: 1)
        if let fault = faults.first { throw fault }
        return table
    }

    /// Reads the lines that have no fault. A fault in a `[[table]]` leaves out that table: the rest of it may mean
    /// something other than the whole.
    package static func readParts(
        _ text: String, maximumFaults: Int = maximumFaults
    ) -> (table: TOMLTable, faults: [TOMLSyntaxError]) {
        let start = TOMLPosition(line: 1, column: 1)
        guard text.utf8.count <= maximumSize else {
            let fault = TOMLSyntaxError(position: start, message: "the file is longer than \(maximumSize >> 20) MB")
            return (TOMLTable(position: start), [fault])
        }
        var parser = TOMLParser(text)
        return parser.table(maximumFaults: maximumFaults)
    }
}

private struct TOMLParser {
    private var cursor: TOMLCursor
    private var depth = 0

    init(_ text: String) {
        cursor = TOMLCursor(text)
    }

    mutating func table(maximumFaults: Int) -> (TOMLTable, [TOMLSyntaxError]) {
        let root = TOMLTree(.header, at: TOMLPosition(line: 1, column: 1))
        var current = root
        var faults: [TOMLSyntaxError] = []
        var isAtEnd = false
        while !isAtEnd, faults.count < maximumFaults {
            var start = cursor
            do throws(TOMLSyntaxError) {
                try cursor.skipGap()
                start = cursor
                isAtEnd = cursor.byte == nil
                if !isAtEnd { try statement(root, &current) }
            } catch {
                faults.append(error)
                current.markFaulty()
                skipStatement(from: start)
            }
        }
        return (root.table, faults)
    }

    /// Reads a header, or a key with its value.
    private mutating func statement(_ root: TOMLTree, _ current: inout TOMLTree) throws(TOMLSyntaxError) {
        if cursor.byte == UInt8(ascii: "[") {
            // The keys after an invalid header do not belong to any table.
            current = TOMLTree(.header, at: cursor.position)
            current = try header(root)
            try endLine()
        } else {
            let key = try self.key()
            let value = try valueOfKey()
            try endLine()
            try current.set(key, to: value)
        }
    }

    /// Skips a faulty statement: its long strings, the rest of the line, and the lines after it that begin no
    /// statement.
    private mutating func skipStatement(from start: TOMLCursor) {
        let end = max(start.index, cursor.longStringEnd)
        cursor = start
        cursor.skip(end - start.index)
        repeat {
            cursor.skip(while: { _ in true })
            cursor.skip()
        } while cursor.byte != nil && !beginsStatement()
    }

    /// True if the line is a header, or begins with a key and `=`.
    private func beginsStatement() -> Bool {
        var ahead = self
        ahead.cursor.skipBlanks()
        do throws(TOMLSyntaxError) {
            guard ahead.cursor.byte == UInt8(ascii: "[") else {
                _ = try ahead.key()
                return ahead.cursor.byte == UInt8(ascii: "=")
            }
            _ = try ahead.header(TOMLTree(.header, at: TOMLPosition(line: 1, column: 1)))
            try ahead.endLine()
            return true
        } catch {
            return beginsFaultyHeader()
        }
    }

    /// True if the line is more likely a header with a fault than an array in an array: it has a bare name and no
    /// comma. The keys after such a header must not go to the table before it.
    private func beginsFaultyHeader() -> Bool {
        var ahead = cursor
        ahead.skipBlanks()
        guard ahead.accept("[") else { return false }
        _ = ahead.accept("[")
        ahead.skipBlanks()
        guard ahead.byte.map(Self.isBare) ?? false else { return false }
        ahead.skip { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#") }
        return ahead.byte != UInt8(ascii: ",")
    }

    private mutating func header(_ root: TOMLTree) throws(TOMLSyntaxError) -> TOMLTree {
        let start = cursor.position
        let isArray = cursor.begins(with: "[[")
        cursor.skip(isArray ? 2 : 1)
        cursor.skipBlanks()
        guard cursor.byte.map(Self.beginsKey) == true else {
            throw TOMLSyntaxError(position: start, message: "a table's name is missing after [")
        }
        let path = try key()
        let end = isArray ? "]]" : "]"
        guard cursor.begins(with: end) else { throw cursor.fault("\(end) is missing here") }
        cursor.skip(end.utf8.count)
        return isArray ? try root.append(path, at: start) : try root.open(path, at: start)
    }

    private mutating func endLine() throws(TOMLSyntaxError) {
        cursor.skipBlanks()
        try cursor.skipComment()
        guard cursor.byte == nil || cursor.isAtLineBreak else {
            throw cursor.fault("the line should end here")
        }
    }

    // MARK: - Keys

    /// Reads a key with its dots, and the blanks after it.
    private mutating func key() throws(TOMLSyntaxError) -> [TOMLTree.Part] {
        var parts: [TOMLTree.Part] = []
        repeat {
            cursor.skipBlanks()
            let position = cursor.position
            guard parts.count < TOMLDocument.maximumKeyParts else { throw cursor.fault("too many dots") }
            parts.append(TOMLTree.Part(name: try keyPart(), position: position))
            cursor.skipBlanks()
        } while cursor.accept(".")
        return parts
    }

    private mutating func keyPart() throws(TOMLSyntaxError) -> String {
        guard let byte = cursor.byte, byte > 0x20, !"=.]}#".utf8.contains(byte) else {
            throw cursor.fault("a name is missing here")
        }
        guard Self.beginsKey(byte) else { throw faultOfBareKey() }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            let quote = byte == UInt8(ascii: "'") ? "'''" : "\"\"\""
            guard !cursor.begins(with: quote) else { throw cursor.fault("a key takes one pair of quotation marks") }
            return try cursor.string()
        }
        let start = cursor.index
        cursor.skip(while: Self.isBare)
        guard (cursor.byte ?? 0) < 0x80 else { throw faultOfBareKey() }
        return cursor.text(from: start)
    }

    /// Returns the fault at a character that only a key in quotation marks can have.
    private mutating func faultOfBareKey() -> TOMLSyntaxError {
        let (position, start) = (cursor.position, cursor.index)
        cursor.skip()
        cursor.skip { $0 & 0xC0 == 0x80 }
        let character = TOMLSyntaxError.shown(cursor.text(from: start))
        return TOMLSyntaxError(position: position, message: "a name with \(character) needs quotation marks")
    }

    private static func beginsKey(_ byte: UInt8) -> Bool {
        isBare(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    // MARK: - Values

    private mutating func valueOfKey() throws(TOMLSyntaxError) -> TOMLValue {
        guard cursor.accept("=") else { throw cursor.fault("= is missing here") }
        cursor.skipBlanks()
        return try value()
    }

    private mutating func value() throws(TOMLSyntaxError) -> TOMLValue {
        switch cursor.byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try cursor.string())
        case UInt8(ascii: "["): return try nested { (parser) throws(TOMLSyntaxError) in try parser.array() }
        case UInt8(ascii: "{"): return try nested { (parser) throws(TOMLSyntaxError) in try parser.inlineTable() }
        default: return try word()
        }
    }

    private mutating func nested(
        _ read: (inout TOMLParser) throws(TOMLSyntaxError) -> TOMLValue
    ) throws(TOMLSyntaxError) -> TOMLValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= TOMLDocument.maximumDepth else { throw cursor.fault("brackets are nested too deep") }
        return try read(&self)
    }

    private mutating func array() throws(TOMLSyntaxError) -> TOMLValue {
        let start = cursor.position
        cursor.skip()
        var values: [TOMLValue] = []
        while true {
            try cursor.skipGap()
            if cursor.accept("]") { return .array(values) }
            guard cursor.byte != nil else { throw TOMLSyntaxError(position: start, message: "] is missing") }
            values.append(try value())
            try cursor.skipGap()
            guard cursor.accept(",") || cursor.byte == UInt8(ascii: "]") || cursor.byte == nil else {
                throw cursor.fault(", or ] is missing here")
            }
        }
    }

    /// An inline table is written on one line, and later keys cannot extend it.
    private mutating func inlineTable() throws(TOMLSyntaxError) -> TOMLValue {
        let tree = TOMLTree(.header, at: cursor.position)
        cursor.skip()
        cursor.skipBlanks()
        if cursor.accept("}") { return .table(tree.table) }
        repeat {
            cursor.skipBlanks()
            let key = try self.key()
            try tree.set(key, to: try valueOfKey())
            cursor.skipBlanks()
        } while cursor.accept(",")
        guard cursor.accept("}") else { throw cursor.fault(", or } is missing here") }
        return .table(tree.table)
    }

    /// Reads a number, a truth value, a date or a time.
    private mutating func word() throws(TOMLSyntaxError) -> TOMLValue {
        let position = cursor.position
        let start = cursor.index
        cursor.skip(while: Self.isPartOfWord)
        let date = cursor.text(from: start)
        // A blank may separate a date and a time.
        if TOMLMoment.isMoment(date), date.utf8.count == 10, cursor.byte == UInt8(ascii: " "),
            let next = cursor.nextByte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= next
        {
            cursor.skip()
            cursor.skip(while: Self.isPartOfWord)
        }
        let word = cursor.text(from: start)
        if let value = TOMLNumbers.value(word) { return value }
        if TOMLMoment.isMoment(word) { return .moment(word) }
        let message =
            word.isEmpty
            ? "a value is missing here" : "\(TOMLSyntaxError.shown(word)) is not \(Self.expected(word))"
        throw TOMLSyntaxError(position: position, message: message)
    }

    private static func expected(_ word: String) -> String {
        let looksLikeDate =
            word.utf8.count >= 10 && word.utf8.dropFirst(4).first == UInt8(ascii: "-")
            && word.utf8.prefix(4).allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return looksLikeDate ? "a date" : "a value: write true, false, a number, or text in quotation marks"
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        isBare(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }
}
