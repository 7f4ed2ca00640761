/// A screen as an `xterm-256color` shows it: a character and a link (OSC 8) in each cell. It interprets the sequences
/// that ncurses writes, and ignores the styles of cells.
struct LinkedScreen {
    private(set) var letters: [[Character]]
    private(set) var links: [[String?]]
    /// Sequences that it does not recognise.
    private(set) var unknown: Set<String> = []
    private var (row, column) = (0, 0)
    private var saved = (row: 0, column: 0)
    private var link: String?
    /// The rows that scroll (DECSTBM).
    private var region: Range<Int>
    private let (rows, columns): (Int, Int)

    init(rows: Int = 24, columns: Int = 80) {
        (self.rows, self.columns) = (rows, columns)
        region = 0..<rows
        letters = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        links = Array(repeating: Array(repeating: nil, count: columns), count: rows)
    }

    /// Returns the text of all cells that lead to an address.
    func text(linkedTo address: String) -> String {
        var text = ""
        for row in 0..<rows {
            for column in 0..<columns where links[row][column] == address { text.append(letters[row][column]) }
        }
        return text
    }

    var linkedAddresses: Set<String> { Set(links.joined().compactMap(\.self)) }

    mutating func show(_ output: [UInt8]) {
        var input = Array(String(decoding: output, as: UTF8.self).unicodeScalars)[...]
        while let scalar = input.popFirst() {
            switch scalar {
            case "\u{1B}": escape(&input)
            case "\r": column = 0
            case "\n": if row == region.upperBound - 1 { scroll(1) } else { row = min(row + 1, rows - 1) }
            case "\u{8}": column = max(0, column - 1)
            case "\u{7}", "\u{E}", "\u{F}": break
            default: put(Character(scalar))
            }
        }
    }

    private mutating func put(_ letter: Character) {
        guard column < columns else { return }
        letters[row][column] = letter
        links[row][column] = link
        column += 1
    }

    private mutating func clear(_ row: Int, _ columns: Range<Int>) {
        for column in columns where column < self.columns { (letters[row][column], links[row][column]) = (" ", nil) }
    }

    /// Moves the rows of the region up, or down if `count` is negative.
    private mutating func scroll(_ count: Int) {
        let (oldLetters, oldLinks) = (letters, links)
        for row in region {
            let source = row + count
            if region.contains(source) {
                (letters[row], links[row]) = (oldLetters[source], oldLinks[source])
            } else {
                clear(row, 0..<columns)
            }
        }
    }

    private mutating func escape(_ input: inout ArraySlice<Unicode.Scalar>) {
        switch input.popFirst() {
        case "[": control(&input)
        case "]": command(&input)
        case "P", "_", "^": while let next = input.popFirst(), next != "\\" {}
        case "7": saved = (row, column)
        case "8": (row, column) = saved
        case "(", ")": _ = input.popFirst()
        case "M": if row == region.lowerBound { scroll(-1) } else { row = max(0, row - 1) }
        default: break
        }
    }

    private mutating func command(_ input: inout ArraySlice<Unicode.Scalar>) {
        var text = String.UnicodeScalarView()
        while let next = input.popFirst(), next != "\u{7}" {
            if next == "\u{1B}" {
                _ = input.popFirst()
                break
            }
            text.append(next)
        }
        let parts = String(text).split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0] == "8" { link = parts[2].isEmpty ? nil : String(parts[2]) }
    }

    private mutating func control(_ input: inout ArraySlice<Unicode.Scalar>) {
        var text = ""
        while let next = input.popFirst() {
            guard ("@"..."~").contains(next) else {
                text.unicodeScalars.append(next)
                continue
            }
            return control(next, text)
        }
    }

    private mutating func control(_ end: Unicode.Scalar, _ text: String) {
        guard text.first != "?", text.first != ">" else { return }
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch end {
        case "H": (row, column) = (count - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
        case "d": row = count - 1
        case "G": column = count - 1
        case "A": row -= count
        case "B": row += count
        case "C": column += count
        case "D": column -= count
        case "X": clear(row, column..<(column + count))
        case "K": clear(row, numbers.first == 1 ? 0..<(column + 1) : column..<columns)
        case "J":
            if numbers.first != 2 { clear(row, column..<columns) }
            for row in (numbers.first == 2 ? 0 : row + 1)..<rows { clear(row, 0..<columns) }
        case "P":
            letters[row].removeSubrange(column..<min(columns, column + count))
            links[row].removeSubrange(column..<min(columns, column + count))
            letters[row] += Array(repeating: " ", count: columns - letters[row].count)
            links[row] += Array(repeating: nil, count: columns - links[row].count)
        case "@":
            letters[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
            links[row].insert(contentsOf: Array(repeating: nil, count: count), at: column)
            (letters[row], links[row]) = (Array(letters[row].prefix(columns)), Array(links[row].prefix(columns)))
        case "b": for _ in 0..<count { put(column > 0 ? letters[row][column - 1] : " ") }
        case "S": scroll(count)
        case "T": scroll(-count)
        case "r":
            region = count - 1..<(numbers.count > 1 ? numbers[1] : rows)
            (row, column) = (0, 0)
        case "m", "h", "l", "t", "c", "n": break
        default: unknown.insert("\(text)\(end)")
        }
    }
}
