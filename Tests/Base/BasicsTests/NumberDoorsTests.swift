import Foundation
import Testing

/// Numbers from outside become integers only through the helpers of `Basics`, or in a reviewed line of code.
@Suite struct NumberDoorsTests {
    /// Conversions that end the process if the number does not fit, and conversions of text to numbers of any size.
    private static let patterns = [
        #"\babs\("#,
        #"\bU?Int(8|16|32|64)?\((?!(exactly|clamping|saturating|truncatingIfNeeded|bitPattern|littleEndian|bigEndian|ascii) ?:)[^\n]*(rounded|timeInterval|seconds|duration|Double\(|/ \d| \* |\bmin\(|\bmax\()"#,
        #"\bU?Int(8|16|32|64)?\((\$0\) ?[})]|\$0(\[[^\]]*\]|\.\w+\([^)]*\))\)|(text|value|line|argument|digits|number|name|rest|answer|String\(|WhiteSpace)[^,)]*\)(?! *<<| *\|)|[^,]*, radix:|parts\[\d\])"#,
    ]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// `ReviewedConversions.txt`: a path below Sources, a tab, and the line of code as it is written there.
    private static func reviewed() throws -> Set<String> {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("ReviewedConversions.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return Set(lines.filter { !$0.hasPrefix("#") }.map(String.init))
    }

    private static func found() throws -> Set<String> {
        let expressions = try patterns.map { try NSRegularExpression(pattern: $0) }
        let sources = root.appendingPathComponent("Sources")
        var found: Set<String> = []
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        for path in paths where path.hasSuffix(".swift") && !path.hasPrefix("Workshop/") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            for line in text.split(separator: "\n") {
                let code = line.trimmingCharacters(in: .whitespaces)
                guard !code.hasPrefix("//"), !code.contains("within:") else { continue }
                let range = NSRange(code.startIndex..., in: code)
                if expressions.contains(where: { $0.firstMatch(in: code, range: range) != nil }) {
                    found.insert("\(path)\t\(code)")
                }
            }
        }
        return found
    }

    @Test("Every conversion of a number from outside is checked")
    func unchecked() throws {
        let unchecked = try Self.found().subtracting(Self.reviewed()).sorted()
        let advice = "use Int(_:within:), Int(saturating:) or Int(exactly:), or review the line and add it"
        #expect(unchecked.isEmpty, "\(advice):\n\(unchecked.joined(separator: "\n"))")
    }
}
