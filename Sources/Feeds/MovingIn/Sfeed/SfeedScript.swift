import Basics
import FeedModel

/// The feeds of `sfeedrc`, a shell script. Reads only the lines `feed "NAME" "ADDRESS" …` within `feeds()`.
struct SfeedScript {
    private(set) var feeds: [MovedSubscription] = []
    /// The folder of fetched files, if the script sets it.
    private(set) var folder: String?
    private(set) var notMoved: [UnimportedLine] = []

    private let file: String
    private let home: String
    /// The function that the current line belongs to; `depth` counts its open braces.
    private var function: String?
    private var depth = 0
    private var names: Set<String> = []

    init(parsing bytes: [UInt8], file: String, home: String) {
        self.file = file
        self.home = home
        for line in bytes.numberedLines { read(line.text, number: line.number) }
    }

    private mutating func read(_ text: String, number: Int) {
        guard !text.isEmpty, !text.hasPrefix("#") else { return }
        if function == nil, let name = Self.functionName(text) {
            (function, depth) = (name, text.hasSuffix("}") ? 0 : 1)
            if depth == 0 { function = nil }
            if name != "feeds" { report(text, number, "a shell function, which lede does not run") }
        } else if function != nil, text == "}" {
            depth -= 1
            if depth <= 0 { function = nil }
        } else if function != nil, text.hasSuffix("{") {
            depth += 1
        } else if function == "feeds" {
            readFeed(text, number)
        } else if function == nil, text.hasPrefix("sfeedpath=") {
            readFolder(text, number)
        } else if function == nil, text != "{" {
            report(text, number, "a shell command, which lede does not run")
        }
    }

    /// Reads `name()`, `name() {` or `function name {`.
    private static func functionName(_ text: String) -> String? {
        guard let open = text.firstRange(of: "()") else { return nil }
        let name = text[..<open.lowerBound].split(separator: " ").last.map(String.init)
        return name.flatMap { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? $0 : nil }
    }

    private mutating func readFeed(_ text: String, _ number: Int) {
        guard text.hasPrefix("feed "), let words = ShellWords.plain(Self.withoutComment(text))?.words, words.count >= 3
        else {
            return report(text, number, "not a plain feed line")
        }
        let (name, address) = (words[1], words[2])
        guard MovedAddress.isOfFeed(address) else {
            return report(text, number, "not the address of a feed")
        }
        guard names.insert(name).inserted else { return report(text, number, "the name occurs twice") }
        if words.count > 4, !words[4].isEmpty { report(words[4], number, "lede detects encodings itself") }
        feeds.append(
            MovedSubscription(
                outline: OPMLOutline(title: name, feedURL: address), articleKey: Self.fileName(of: name)))
    }

    /// Cuts a line at a blank and a `#` outside quotation marks.
    private static func withoutComment(_ text: String) -> String {
        var quote: Character?
        var last: Character = " "
        for index in text.indices {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#", last == " " {
                return String(text[..<index])
            }
            last = character
        }
        return text
    }

    /// Returns the file name that `sfeed_update` gives to a feed.
    private static func fileName(of feed: String) -> String { String(feed.map { $0 == "/" ? "_" : $0 }) }

    private mutating func readFolder(_ text: String, _ number: Int) {
        var value = String(text.dropFirst("sfeedpath=".count))
        if let comment = value.firstRange(of: " #") { value = String(value[..<comment.lowerBound]) }
        value = String(value.filter { $0 != "\"" && $0 != "'" })
        for prefix in ["$HOME", "${HOME}", "~"] where value.hasPrefix(prefix) {
            value = home + value.dropFirst(prefix.count)
        }
        guard value.hasPrefix("/"), !value.contains(where: { "$`(".contains($0) }) else {
            return report(text, number, "only a shell could evaluate the folder")
        }
        folder = value
    }

    private mutating func report(_ text: String, _ number: Int, _ reason: String) {
        notMoved.append(UnimportedLine(file: file, line: number, text: ShownLine.of(text), reason: reason))
    }
}
