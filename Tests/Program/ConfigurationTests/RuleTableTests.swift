import FeedRules
import Foundation
import ReaderUI
import Testing

@testable import lede

/// `[[mark]]` tables; ConfigurationTests covers the tables of the other rules.
@Suite struct RuleTableTests {
    @Test("A rule that marks has conditions and marks, and lede config prints it so that it can be read back")
    func marks() throws {
        let configuration = try Configuration(
            """
            [[mark]]
            title = "weekly"
            feed = "!digest"
            read = true
            until = 9999-12-31
            [[mark]]
            author = "le guin"
            starred = true
            add-tag = "#sea"
            [[kill]]
            title = "advert"
            [[mark]]
            tag = 'linux'
            add-tag = ["linux", "to do, later", "linux"]
            """)
        #expect(configuration.problems == [])
        let arrivals = configuration.rules.rules.arrivals
        #expect(
            arrivals.map(\.words) == [
                "title=weekly feed=!digest → read", "author=le guin → starred, add-tag=sea",
                "tag=linux → add-tag=linux, add-tag=to do, add-tag=later",
            ])
        #expect(configuration.rules.rules.kills.count == 1 && configuration.reader.highlights.isEmpty)
        let printed = ConfigCommand.effective(configuration, file: "config.toml")
        #expect(printed.contains("[[mark]]  # line 6\nauthor = \"le guin\"\nstarred = true\nadd-tag = \"#sea\""))
        let again = try Configuration(printed)
        #expect(again.problems == [] && again.rules.rules == configuration.rules.rules)
    }

    @Test("A rule that marks ends with its last day")
    func end() throws {
        let rules = try Configuration("[[mark]]\ntitle = \"a\"\nread = true\nuntil = 2020-01-31\n").rules
        #expect(rules.rules.isEmpty && rules.ended == ["title=a → read ended 2020-01-31"])
    }

    @Test(
        "The last day is a complete date and nothing else",
        arguments: [
            "\"2026-12-31x\"", "\"2026-12-31 \"", "\"2026-12-31T10:00:00\"", "2026-12-31T10:00:00Z", "10:00:00",
            "\"2026-12\"", "\"2026-12-0031\"", "\"2026-2-00003\"", "\"2026-02-30\"", "\"-2026-12-31\"", "\"\"", "3",
        ])
    func invalidEnd(_ value: String) throws {
        let configuration = try Configuration("[[kill]]\ntitle = \"a\"\nuntil = \(value)\n")
        #expect(
            configuration.problems.map(\.description) == [
                "config.toml:3:1: until must be a date such as 2026-12-31, the last day of the rule"
            ])
        #expect(configuration.rules.rules.isEmpty && configuration.rules.ended.isEmpty)
    }

    @Test("A tag that is named several times counts once")
    func repeatedTags() throws {
        let names = (1...20).map { "\"t\($0)\"" }.joined(separator: ", ")
        let configuration = try Configuration("[[mark]]\ntitle = \"a\"\nadd-tag = [\(names), \"t1, t2\", \"#t3\"]\n")
        #expect(configuration.problems == [])
        #expect(configuration.rules.rules.arrivals.map(\.marks.tags) == [(1...20).map { "t\($0)" }])
        let oneMore = try Configuration("[[mark]]\ntitle = \"a\"\nadd-tag = [\(names), \"t21\"]\n")
        #expect(oneMore.problems.map(\.message) == [Self.tags])
    }

    private static let tags = "add-tag must be a tag, in quotes, or a list of tags: at most 20, of 60 bytes each"

    @Test(
        "An invalid rule that marks is reported with its line",
        arguments: [
            ("title = \"a\"", 1, "a rule that marks needs at least one of read, starred, add-tag"),
            ("read = true", 1, "a rule needs at least one of title, author, content, feed, url, tag"),
            ("title = \"a\"\nread = false", 3, "read must be true; leave the line out otherwise"),
            ("title = \"a\"\nstarred = \"true\"", 3, "starred must be true; leave the line out otherwise"),
            ("title = \"a\"\nadd-tag = \"#\"", 3, RuleTableTests.tags),
            ("title = \"a\"\nadd-tag = []", 3, RuleTableTests.tags),
            ("title = \"a\"\nadd-tag = [\"a\", 1]", 3, RuleTableTests.tags),
            ("title = \"a\"\nadd-tag = true", 3, RuleTableTests.tags),
            ("title = \"a\"\nadd-tag = \"\(String(repeating: "x", count: 61))\"", 3, RuleTableTests.tags),
            (
                "title = \"a\"\nadd-tag = \"b, -foo\"", 3,
                "add-tag cannot remove a tag: write “-foo” without its “-”"
            ),
            (
                "title = \"a\"\nadd-tag = [\"b\", \"#-foo\"]", 3,
                "add-tag cannot remove a tag: write “-foo” without its “-”"
            ),
            ("title = \"(a\"\nread = true", 2, "a “(” without its “)”"),
            (
                "title = \"a\"\nstyle = \"bold\"", 3,
                "there is no field style; the fields are title, author, content, feed, url, tag, until, and read, starred, add-tag"
            ),
        ])
    func invalid(_ table: String, _ line: Int, _ message: String) throws {
        let configuration = try Configuration("[[mark]]\n\(table)\n[[mark]]\ntitle = \"b\"\nread = true\n")
        #expect(configuration.problems.map(\.position?.line) == [line], "\(configuration.problems)")
        #expect(configuration.problems.first?.message.hasPrefix(message) == true, "\(configuration.problems)")
        #expect(configuration.rules.rules.arrivals.map(\.words) == ["title=b → read"])
    }

    @Test("Only rules that mark have marks, and their tables have double brackets")
    func otherTables() throws {
        let kill = try Configuration("[[kill]]\ntitle = \"a\"\nread = true\n").problems.map(\.description)
        #expect(kill.first?.hasPrefix("config.toml:3:1: there is no field read; the fields are") == true)
        #expect(
            try Configuration("[mark]\ntitle = \"a\"\n").problems.map(\.description)
                == ["config.toml:1:1: rules must be tables with two brackets: [[mark]]"])
    }
}
