import Basics
import Markup

/// Converts Markdown, in a body that a feed sends as plain text, to HTML for `HTMLReader`: headings, lists, quotations,
/// code, rules, tables, emphasis, links and pictures (the parts of CommonMark 0.31 and the tables of GFM that articles
/// use).
struct Markdown {
    private var html = ""
    private let lines: [Substring]
    private let text: MarkdownText
    private var index = 0

    /// Maximum depth of quotations and lists; deeper ones are read as text.
    private static let maximumDepth = 8

    private init(_ lines: [Substring], _ text: MarkdownText) {
        self.lines = lines
        self.text = text
    }

    /// True if a text has a Markdown link or table, or at least two other marks that are rare in plain text.
    static func isLikely(_ text: String) -> Bool {
        guard text.utf8.contains(where: { "#*`[|".utf8.contains($0) }) else { return false }
        var marks: Set<String> = []
        var lineBefore: Substring = ""
        for line in text.split(separator: "\n").prefix(maximumLinesExamined) {
            if MarkdownTable.begins(lineBefore, line) { return true }
            lineBefore = line
            if heading(line) != nil { marks.insert("heading") }
            if line.hasPrefix("```") { marks.insert("code") }
            if line.contains("](http") { marks.insert("link") }
            if line.contains("**"), line.split(separator: "**", omittingEmptySubsequences: false).count > 2 {
                marks.insert("strong")
            }
            if line.split(separator: "`", omittingEmptySubsequences: false).count > 2 { marks.insert("span") }
            if marks.contains("link") || marks.count > 1 { return true }
        }
        return false
    }

    private static let maximumLinesExamined = 400

    static func html(_ text: String) -> String {
        html(text.split(separator: "\n", omittingEmptySubsequences: false), MarkdownText(), depth: 0)
    }

    private static func html(_ lines: [Substring], _ text: MarkdownText, depth: Int) -> String {
        var writer = Markdown(lines, text)
        writer.write(depth: depth)
        return writer.html
    }

    // MARK: - Blocks

    private mutating func write(depth: Int) {
        while index < lines.count {
            let line = lines[index]
            let bare = line.drop { $0 == " " }
            if bare.isEmpty {
                index += 1
            } else if bare.hasPrefix("```") || bare.hasPrefix("~~~") {
                writeFence(String(bare.prefix(3)))
            } else if let (level, words) = Self.heading(bare) {
                html += "<h\(level)>\(text.html(words))</h\(level)>"
                index += 1
            } else if Self.isRule(bare) {
                html += "<hr>"
                index += 1
            } else if bare.hasPrefix(">"), depth < Self.maximumDepth {
                writeQuote(depth: depth)
            } else if Self.item(line) != nil, depth < Self.maximumDepth {
                writeList(depth: depth)
            } else if beginsTable {
                writeTable()
            } else {
                writeParagraph()
            }
        }
    }

    private mutating func writeFence(_ fence: String) {
        index += 1
        var code: [Substring] = []
        while index < lines.count, !lines[index].drop(while: { $0 == " " }).hasPrefix(fence) {
            code.append(lines[index])
            index += 1
        }
        index += 1
        html += "<pre>\(code.joined(separator: "\n").escaped(for: .anywhere))</pre>"
    }

    private mutating func writeQuote(depth: Int) {
        var inside: [Substring] = []
        while index < lines.count {
            let bare = lines[index].drop { $0 == " " }
            guard bare.hasPrefix(">") else { break }
            let rest = bare.dropFirst()
            inside.append(rest.first == " " ? rest.dropFirst() : rest)
            index += 1
        }
        html += "<blockquote>\(Self.html(inside, text, depth: depth + 1))</blockquote>"
    }

    /// Writes a list. After an empty line, it ends at an unindented line that is not an item.
    private mutating func writeList(depth: Int) {
        guard let first = Self.item(lines[index]) else { return }
        html += first.start.map { "<ol start=\"\($0)\">" } ?? "<ul>"
        while index < lines.count, let item = Self.item(lines[index]), (item.start == nil) == (first.start == nil),
            item.indent <= first.indent + 1
        {
            var inside = [item.text]
            index += 1
            while index < lines.count {
                let line = lines[index]
                let indent = line.prefix { $0 == " " }.count
                let isEmpty = indent == line.count
                if isEmpty {
                    let next = index + 1 < lines.count ? lines[index + 1] : ""
                    guard next.prefix(while: { $0 == " " }).count > item.indent + 1, !next.isEmpty else { break }
                } else if indent <= item.indent + 1,
                    Self.item(line) != nil || lines[index - 1].allSatisfy({ $0 == " " })
                {
                    break
                }
                inside.append(line.dropFirst(min(indent, item.indent + item.width)))
                index += 1
            }
            html += "<li>\(Self.html(inside, text, depth: depth + 1))</li>"
            skipEmptyLinesBeforeItem(like: first.start == nil)
        }
        html += first.start == nil ? "</ul>" : "</ol>"
    }

    private mutating func skipEmptyLinesBeforeItem(like isBullet: Bool) {
        var next = index
        while next < lines.count, lines[next].allSatisfy({ $0 == " " }) { next += 1 }
        guard next < lines.count, let item = Self.item(lines[next]), (item.start == nil) == isBullet else { return }
        index = next
    }

    private var beginsTable: Bool {
        index + 1 < lines.count && MarkdownTable.begins(lines[index], lines[index + 1])
    }

    /// Writes a table. It ends at an empty line or at the start of another block.
    private mutating func writeTable() {
        let (head, dashes) = (lines[index], lines[index + 1])
        index += 2
        let start = index
        while index < lines.count {
            let bare = lines[index].drop { $0 == " " }
            let isRow = bare.utf8.first == UInt8(ascii: "|")
            guard !bare.isEmpty, isRow || !beginsBlock(bare) else { break }
            index += 1
        }
        html += MarkdownTable.html(head: head, dashes: dashes, rows: lines[start..<index], text)
    }

    private func beginsBlock(_ line: Substring) -> Bool {
        line.hasPrefix(">") || line.hasPrefix("```") || line.hasPrefix("~~~") || Self.heading(line) != nil
            || Self.item(line) != nil || Self.isRule(line)
    }

    private mutating func writeParagraph() {
        var words: [String] = []
        while index < lines.count {
            let line = lines[index]
            let bare = line.drop { $0 == " " }
            guard !bare.isEmpty, !bare.hasPrefix("```"), Self.heading(bare) == nil else { break }
            if !words.isEmpty, beginsTable { break }
            if !words.isEmpty {
                if let level = Self.underline(bare) {
                    html += "<h\(level)>\(text.html(words.joined(separator: " ")[...]))</h\(level)>"
                    index += 1
                    return
                }
                if bare.hasPrefix(">") || Self.item(line) != nil || Self.isRule(bare) { break }
            }
            words.append(line.hasSuffix("  ") ? bare + "\u{0}" : String(bare))
            index += 1
        }
        let body = text.html(words.joined(separator: "\n")[...]).split(separator: "\u{0}").joined(separator: "<br>")
        html += "<p>\(body)</p>"
    }

    // MARK: - Lines

    private static func heading(_ line: Substring) -> (level: Int, text: Substring)? {
        let level = line.prefix { $0 == "#" }.count
        let rest = line.dropFirst(level)
        guard 1...6 ~= level, rest.first == " ", !rest.allSatisfy({ $0 == " " }) else { return nil }
        let text = rest.drop { $0 == " " }
        guard let end = text.lastIndex(where: { $0 != "#" && $0 != " " }) else { return nil }
        return (level, text[...end])
    }

    private static func underline(_ line: Substring) -> Int? {
        let line = line.prefix { $0 != " " }
        guard line.count >= 3 else { return nil }
        return line.allSatisfy { $0 == "=" } ? 1 : line.allSatisfy { $0 == "-" } ? 2 : nil
    }

    private static func isRule(_ line: Substring) -> Bool {
        let marks = line.filter { $0 != " " }
        guard marks.count >= 3, let first = marks.first, "*-_".contains(first) else { return false }
        return marks.allSatisfy { $0 == first }
    }

    private static func item(_ line: Substring) -> (start: Int?, indent: Int, width: Int, text: Substring)? {
        let indent = line.prefix { $0 == " " }.count
        let rest = line.dropFirst(indent)
        guard let mark = rest.first, !isRule(rest) else { return nil }
        if "-*+".contains(mark), rest.dropFirst().first == " " { return (nil, indent, 2, rest.dropFirst(2)) }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let after = rest.dropFirst(digits.count)
        guard 1...4 ~= digits.count, let number = Int(digits, within: 0...9_999),
            after.first == "." || after.first == ")",
            after.dropFirst().first == " "
        else { return nil }
        return (number, indent, digits.count + 2, after.dropFirst(2))
    }
}
