import Foundation
import Screen
import Testing

@testable import lede

@Suite struct HelpTopicTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Program/lede/Guide/Topics")

    @Test("Every file of Topics is a topic with a summary")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
        #expect(!names.isEmpty)
        for name in names {
            let topic = try #require(HelpTopic.named(name), "\(name) is not listed in HelpTopic")
            #expect(!topic.summary.isEmpty && !topic.text.isEmpty)
        }
    }

    @Test(
        "The name of another reader is a name of the topic about moving in",
        arguments: ["newsboat", "newsraft", "sfeed"])
    func otherReaders(_ name: String) throws {
        let topic = try #require(HelpTopic.named(name))
        #expect(topic.name == "moving-in" && topic.text.contains(name))
    }

    @Test("No line of a topic is wider than a terminal", arguments: HelpTopic.all.map(\.name))
    func width(name: String) throws {
        let topic = try #require(HelpTopic.named(name))
        for line in topic.page.split(separator: "\n") { #expect(line.count < 80, "\(name): \(line)") }
    }

    @Test("A paragraph with a wide line is wrapped again, and no other line changes")
    func filled() {
        let words = String(repeating: "word ", count: 20)
        let text = "HEAD\n    one\n    two\n\n    \(words)end\n    more\n      [keys]\n"
        let line = "    " + Array(repeating: "word", count: 15).joined(separator: " ")
        let rest = "    " + Array(repeating: "word", count: 5).joined(separator: " ") + " end more"
        #expect(FilledText.filled(text) == "HEAD\n    one\n    two\n\n\(line)\n\(rest)\n      [keys]\n")
    }

    @Test("The examples in the topics form a configuration that lede accepts", arguments: ["rules", "feeds", "keys"])
    func examples(name: String) throws {
        let text = try #require(HelpTopic.named(name)).text
        let example = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0.hasPrefix("      ") && !$0.drop { $0 == " " }.hasPrefix("=") }
            .filter { line in [" = ", "[[", "[keys]", "[notify]"].contains { line.contains($0) } }
            .joined(separator: "\n")
        let configuration = try Configuration(example)
        #expect(!example.isEmpty && configuration.problems.map(\.description) == [])
    }

    @Test("The keys topic lists every key that has a name")
    func keyNames() throws {
        let text = try #require(HelpTopic.named("keys")).text
        let binding = text.split(separator: "\nBINDING\n").last ?? ""
        let words = Set(binding.split { ", .\n".contains($0) }.map(String.init))
        #expect(words.isSuperset(of: Key.Name.allCases.map(\.rawValue)))
    }

    @Test("The settings topic lists every setting with its default")
    func settings() throws {
        let text = try #require(HelpTopic.named("config")).text
        for row in SettingTable.rows { #expect(text.contains("    \(row.name) = "), "\(row.path)") }
    }

    @Test("A manual page has sections, and no line looks like a roff command")
    func manual() throws {
        let page = try #require(HelpTopic.named("offline")).manualPage(version: "1.2")
        #expect(page.hasPrefix(".TH LEDE-OFFLINE 7 "))
        #expect(page.contains("\n.SH THE QUEUE\n"))
        let commands = page.split(separator: "\n").filter { $0.first == "." }.map { $0.prefix(3) }
        #expect(Set(commands).isSubset(of: [".TH", ".SH", ".nf", ".fi", ".in"]))
    }
}
