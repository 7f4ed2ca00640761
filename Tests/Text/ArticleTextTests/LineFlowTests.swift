import Foundation
import Testing

@testable import ArticleText

/// The error rate over two corpora: lines that authors broke, and prose wrapped here as mail programs do.
@Suite struct LineFlowTests {
    private static func stanzas(_ name: String) throws -> [[String]] {
        let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Lines")
        let text = try String(contentsOf: folder.appendingPathComponent(name + ".txt"), encoding: .utf8)
        return text.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
    }

    /// Wraps the text as a mail program does: a word that does not fit begins the next line.
    private func wrapped(_ text: String, at width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    @Test("None of 140 intentional line breaks is lost: chapters, verse, addresses, logs, recipes, links")
    func kept() throws {
        var (joined, breaks): ([String], Int) = ([], 0)
        for lines in try Self.stanzas("kept") {
            breaks += lines.count - 1
            let text = LineFlow(lines).text
            if text != lines.joined(separator: "\n") { joined.append(text) }
        }
        #expect(breaks >= 140)
        #expect(joined.isEmpty, "\(joined.joined(separator: "\n---\n"))")
    }

    @Test("At most 3 in 100 line breaks that mail programs make at 60 to 100 columns stay, in ten languages")
    func flows() throws {
        var (left, breaks) = (0, 0)
        for width in [60, 65, 68, 70, 72, 74, 76, 78, 80, 100] {
            for paragraph in try Self.stanzas("wrapped") {
                let lines = wrapped(paragraph[0], at: width)
                breaks += lines.count - 1
                left += LineFlow(lines).text.count { $0 == "\n" }
            }
        }
        #expect(breaks > 600)
        #expect(left * 100 <= breaks * 3, "\(left) of \(breaks)")
    }

    @Test("A single line, a short text and an empty one stay unchanged")
    func small() {
        #expect(LineFlow([]).text == "")
        #expect(LineFlow(["one"]).text == "one")
        #expect(LineFlow(["one", "two"]).text == "one\ntwo")
    }
}
