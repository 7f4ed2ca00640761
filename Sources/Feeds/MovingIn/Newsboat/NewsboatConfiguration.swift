import Basics
import FeedParsing
import Markup

/// Newsboat's `config` and the files that it includes, line by line.
struct NewsboatConfiguration {
    struct Line: Equatable {
        var file: String
        /// The line number, from 1; the first one of a continued line.
        var number: Int
        var text: String
        var written: [NewsboatWord]
        var words: [String] { written.map(\.text) }
    }

    private(set) var lines: [Line] = []
    private(set) var notMoved: [UnimportedLine] = []
    /// Files that exist but cannot be read.
    private(set) var problems: [String] = []

    /// The deepest nesting of included files, and the most files in total.
    private static let maximumDepth = 10
    private static let maximumFiles = 200

    private var filesRead: Set<String> = []

    init(_ folders: NewsboatFolders) {
        read(folders.configuration, in: folders, depth: 0)
    }

    private mutating func read(_ file: String, in folders: NewsboatFolders, depth: Int) {
        filesRead.insert(file)
        let bytes: [UInt8]
        switch ForeignFile.read(file) {
        case .bytes(let content): bytes = content
        case .missing:
            if depth > 0 { problems.append("\(file): the included file is missing") }
            return
        case .unreadable(let reason):
            problems.append("\(file): cannot be read: \(reason)")
            return
        }
        for (number, text) in Self.joined(bytes) {
            let words = Self.words(text)
            guard let name = words.first?.text else { continue }
            let line = Line(file: file, number: number, text: SafeText.line(text), written: words)
            if Self.runsShell(text) {
                notMoved.append(line.notMoved("it runs a shell command between backticks"))
            } else if name == "include" {
                include(line, in: folders, depth: depth)
            } else {
                lines.append(line)
            }
        }
    }

    private mutating func include(_ line: Line, in folders: NewsboatFolders, depth: Int) {
        guard let path = line.words.dropFirst().first, depth < Self.maximumDepth, filesRead.count < Self.maximumFiles
        else {
            notMoved.append(line.notMoved("it names no file, or too many files are included"))
            return
        }
        let file = folders.expanded(path, beside: line.file)
        guard ForeignFile.exists(file) else {
            problems.append("\(line.file):\(line.number): \(SafeText.line(file)) is missing")
            notMoved.append(line.notMoved("the file is missing"))
            return
        }
        // Newsboat reads each file once, too.
        if !filesRead.contains(file) { read(file, in: folders, depth: depth + 1) }
    }

    // MARK: - Lines and words

    /// Returns lines with their numbers; a backslash at the end of a line continues it in the next.
    private static func joined(_ bytes: [UInt8]) -> [(number: Int, text: String)] {
        var lines: [(number: Int, text: String)] = []
        var open: (number: Int, text: String)?
        for (index, raw) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            var text = String(decoding: raw, as: UTF8.self)
            if text.hasSuffix("\r") { text.removeLast() }
            let isContinued = text.hasSuffix("\\") && !text.hasSuffix("\\\\")
            if isContinued { text.removeLast() }
            let line = open.map { (number: $0.number, text: $0.text + text) } ?? (number: index + 1, text: text)
            open = isContinued ? line : nil
            if !isContinued { lines.append(line) }
        }
        return lines + (open.map { [$0] } ?? [])
    }

    private static func words(_ text: String) -> [NewsboatWord] {
        let bytes = withoutComment(Array(text.utf8))
        return NewsboatWords.written(bytes[...]).map {
            NewsboatWord(SafeText.clean($0.text), isQuoted: $0.isQuoted)
        }
    }

    /// Cuts a line at a `#` that is neither quoted nor after a backslash; `\#` outside quotes is a `#`.
    private static func withoutComment(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                if isQuoted || bytes[index + 1] != UInt8(ascii: "#") { output.append(byte) }
                output.append(bytes[index + 1])
                index += 2
                continue
            }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "#"), !isQuoted { return output }
            output.append(byte)
            index += 1
        }
        return output
    }

    /// True if it has a backtick that no backslash escapes.
    private static func runsShell(_ text: String) -> Bool {
        var isEscaped = false
        for byte in withoutComment(Array(text.utf8)) {
            if byte == UInt8(ascii: "`"), !isEscaped { return true }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return false
    }
}

extension NewsboatConfiguration.Line {
    func notMoved(_ reason: String) -> UnimportedLine {
        UnimportedLine(file: file, line: number, text: shown, reason: reason)
    }

    /// The name alone if the line is about a password, else the line without its secrets.
    private var shown: String {
        guard let name = words.first else { return "" }
        let isSecret =
            ["password", "passwordfile", "passwordeval", "token", "tokenfile", "tokeneval", "auth", "cookie"]
            .contains { name.hasSuffix("-" + $0) } || name == "cookie-cache"
        return isSecret ? name : ShownLine.of(text)
    }
}
