import Foundation
import Testing

/// Numbers from outside become integers only through the helpers of `Basics`, or in a reviewed line of code. This also
/// holds for results computed from them in the same file.
@Suite struct NumberCheckTests {
    /// Conversions that end the process if the number does not fit, and conversions of text to numbers of any size.
    private static let patterns = [
        #"\babs\("#,
        #"\bU?Int(8|16|32|64)?\((?!(exactly|clamping|saturating|truncatingIfNeeded|bitPattern|littleEndian|bigEndian|ascii) ?:)[^\n]*(rounded|timeInterval|seconds|duration|Double\(|/ \d| \* |\bmin\(|\bmax\()"#,
        #"\bU?Int(8|16|32|64)?\((\$0\) ?[})]|\$0(\[[^\]]*\]|\.\w+\([^)]*\))\)|(text|value|line|argument|digits|number|name|rest|reply|response|String\(|WhiteSpace)[^,)]*\)(?! *<<| *\|)|[^,]*, radix:|parts\[\d\])"#,
    ]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the entries of a list of reviewed lines: a path below Sources, a tab, and the code of that line.
    private static func reviewed(_ name: String) throws -> Set<String> {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return Set(lines.filter { !$0.hasPrefix("#") }.map(String.init))
    }

    private struct Line: Hashable {
        let path: String
        let code: String
    }

    /// Returns the lines of Sources that are code, file by file.
    private static func files() throws -> [[Line]] {
        let sources = root.appendingPathComponent("Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        return try paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Workshop/") }.map { path in
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.hasPrefix("//") }.map { Line(path: path, code: $0) }
        }
    }

    private static func matches(_ expression: NSRegularExpression, _ code: String) -> Bool {
        expression.firstMatch(in: code, range: NSRange(code.startIndex..., in: code)) != nil
    }

    /// Fails for lines that are not on their list, and for entries of the list that match no line.
    private static func compare(_ lines: [Line], with list: String, _ advice: String) throws {
        let (found, entries) = (Set(lines.map { "\($0.path)\t\($0.code)" }), try Self.reviewed(list))
        let unchecked = found.subtracting(entries).sorted().joined(separator: "\n")
        #expect(unchecked.isEmpty, "\(advice):\n\(unchecked)")
        let stale = entries.subtracting(found).sorted().joined(separator: "\n")
        #expect(stale.isEmpty, "remove from \(list):\n\(stale)")
    }

    /// The attribute of a command-line argument, which may be some lines above its variable.
    private static let argument = #"^@(Option|Argument)\b"#
    private static let numberVariable =
        #"\bvar \w+(: \[?(U?Int(8|16|32|64)?|Double|Float|TimeInterval)\b| = -?\d)"#

    /// Returns the variables of a file to which ArgumentParser assigns a number from the command line, of any size.
    private static func numberArguments(_ file: [Line]) throws -> [Line] {
        let argument = try NSRegularExpression(pattern: argument)
        let variable = try NSRegularExpression(pattern: numberVariable)
        let anyVariable = try NSRegularExpression(pattern: #"\bvar \w+"#)
        var isArgument = false
        return file.filter { line in
            isArgument = isArgument || matches(argument, line.code)
            guard isArgument, matches(anyVariable, line.code) else { return false }
            isArgument = false
            return matches(variable, line.code)
        }
    }

    @Test("Every conversion of a number from outside is checked")
    func unchecked() throws {
        let expressions = try Self.patterns.map { try NSRegularExpression(pattern: $0) }
        let found =
            try Self.files().joined().filter { line in
                !line.code.contains("within:") && expressions.contains { Self.matches($0, line.code) }
            } + Self.files().flatMap(Self.numberArguments)
        try Self.compare(
            found, with: "ReviewedConversions.txt",
            "use Int(_:within:), Int(saturating:) or Int(exactly:), or review the line and add it")
    }

    // MARK: - Arithmetic

    /// Text that becomes a number: a file that holds it reads numbers from outside.
    private static let numberReads = [patterns[2], #"\(\$?\w+(\[\d\])?, within: |\.(int64|double)\b"#]
    /// Code that is not a number, or a number that comes from the program itself.
    private static let harmless = [
        #""(\\.|[^"\\])*""#, #" // .*"#, #"\b[\w\]]+ [-+]= 1\b"#, #"(ContinuousClock|\.)\.?now(\(\))? [-+] "#,
        #"\] \+ |\+ \[|\b(ids|bytes|body|text|html|found|articles|sourceAuthors|authors|rules|lines|reply|response|query) \+= |base \+ path|prefix \+"#,
        #"(?i)\b\w*(position|index|start|end|offset|count|bound|depth|attempts|above|length|size) [-+]=? (\d+|\w*\.?(count|length))\b"#,
    ]
    private static let arithmetic = #"(?<=[\w)\]}]) (\+|-|\*|\+=|-=|\*=) (?=[\w($])"#

    private static func arithmeticOnReadNumbers() throws -> [Line] {
        let reads = try numberReads.map { try NSRegularExpression(pattern: $0) }
        let harmless = try harmless.map { try NSRegularExpression(pattern: $0) }
        let arithmetic = try NSRegularExpression(pattern: arithmetic)
        return try files().filter { file in
            try !numberArguments(file).isEmpty || file.contains { line in reads.contains { matches($0, line.code) } }
        }.joined().filter { line in
            let rest = harmless.reduce(line.code) { code, expression in
                expression.stringByReplacingMatches(
                    in: code, range: NSRange(code.startIndex..., in: code), withTemplate: "")
            }
            return matches(arithmetic, rest)
        }
    }

    @Test("Every sum, difference and product in a file that reads numbers from outside is checked")
    func uncheckedArithmetic() throws {
        try Self.compare(
            try Self.arithmeticOnReadNumbers(), with: "ReviewedArithmetic.txt",
            "use addingSaturating, multipliedSaturating or …ReportingOverflow, or review the line and add it")
    }
}
