import FeedModel
import Testing

@testable import MovingIn

/// Filters of FreshRSS and Miniflux in OPML.
@Suite struct OPMLRulesTests {
    private func rules(_ attribute: String, _ value: String) -> OPMLRules {
        let outline = OPMLOutline(
            title: "A", feedURL: "https://a.test/f", attributes: [OPMLValue(name: attribute, value: value)])
        return OPMLRules(OPMLDocument(outlines: [outline]), name: "f.opml")
    }

    /// Returns the conditions of each rule, except the one on the feed, as `field=pattern`.
    private func conditions(_ rules: OPMLRules) -> [[String]] {
        rules.rules.map { $0.conditions.dropFirst().map { "\($0.field)=\($0.pattern)" } }
    }

    @Test(
        "A rule applies to its feed only; FreshRSS marks as read, Miniflux drops",
        arguments: [
            ("frss:filtersActionRead", "intitle:x", "mark"), ("miniflux:blocklistRules", "x", "kill"),
            ("miniflux:keepFilterEntryRules", "EntryTitle=x", "kill"),
        ])
    func feed(_ attribute: String, _ value: String, _ kind: String) {
        let rule = rules(attribute, value).rules[0]
        #expect(rule.kind == kind && rule.marksRead == (kind == "mark"))
        #expect(rule.conditions[0] == .init(field: "feed", pattern: #"^https://a\.test/f$"#))
    }

    @Test("A rule for a feed with a password in its address does not contain the password") func passwordIsLeftOut() {
        let filter = OPMLValue(name: "frss:filtersActionRead", value: "intitle:x")
        let outline = OPMLOutline(title: "A", feedURL: "https://me:h.ush@a.test/f", attributes: [filter])
        let rules = OPMLRules(OPMLDocument(outlines: [outline]), name: "f.opml").rules
        #expect(rules[0].conditions[0] == .init(field: "feed", pattern: #"^https://a\.test/f$"#))
    }

    @Test(
        "Filters become rules",
        arguments: [
            (
                "miniflux:blocklistRules", "(?i)casino",
                [["title=casino"], ["url=casino"], ["author=casino"], ["tag=casino"]]
            ),
            ("miniflux:keeplistRules", "a|b", [["title=!a|b", "url=!a|b", "author=!a|b", "tag=!a|b"]]),
            ("miniflux:blockFilterEntryRules", "EntryTitle=(?i)a\nEntryURL=b=c", [["title=a"], ["url=b=c"]]),
            ("miniflux:keepFilterEntryRules", "EntryTitle=a\nEntryTag=t\nEntryTitle=b", [["title=!a|b", "tag=!t"]]),
            (
                "frss:filtersActionRead", "intitle:spam\nauthor:\"J. Doe\" -intitle:new",
                [["title=spam"], [#"author=J\. Doe"#, "title=!new"]]
            ),
            ("frss:filtersActionRead", "#ads intitle:/^a.b/i", [["tag=ads", "title=^a.b"]]),
            ("frss:filtersActionRead", "intitle:!x! -author:!y", [[#"title=\!x!"#, #"author=!\!y"#]]),
            ("frss:filtersActionRead", "intitle:don't -author:\"it's a\"", [["title=don't", "author=!it's a"]]),
            (
                "frss:filtersActionRead", #"intitle:/black \/ friday/im #'a b'"#,
                [[#"title=black \/ friday"#, "tag=a b"]]
            ),
            ("frss:filtersActionRead", "  \n\"\"\nintitle:'open", [["title='open"]]),
            ("frss:filtersActionRead", "inurl:http://a/b", [["url=http://a/b"]]),
            ("miniflux:blockFilterEntryRules", " \nEntryTitle=a", [["title=a"]]),
        ])
    func translated(_ attribute: String, _ value: String, _ expected: [[String]]) {
        let found = rules(attribute, value)
        #expect(conditions(found) == expected && found.remarks.isEmpty)
    }

    @Test(
        "A line without an equivalent is reported, and the others become rules",
        arguments: [
            ("miniflux:blockFilterEntryRules", "EntryTitle=a\nEntryDate=before:2020-01-01\nEntryURL=["),
            ("frss:filtersActionRead", "plain words\nintitle:a\nintitle:/(?=x)/"),
        ])
    func lines(_ attribute: String, _ value: String) {
        let found = rules(attribute, value)
        #expect(conditions(found) == [["title=a"]] && found.remarks.count == 2)
    }

    @Test("Expressions whose combined length is too large are reported")
    func longExpressions() {
        let line = "EntryTitle=" + String(repeating: "a", count: 600)
        let found = rules("miniflux:keepFilterEntryRules", line + "\n" + line)
        #expect(found.rules.isEmpty && found.remarks.count == 1)
    }

    @Test(
        "A filter without an equivalent is reported",
        arguments: [
            ("miniflux:blocklistRules", #"a\1("#), ("miniflux:blockFilterEntryRules", "EntryDate=before:2020-01-01"),
            ("frss:filtersActionRead", "plain words"), ("frss:filtersActionRead", "intitle:a intitle:b"),
        ])
    func refused(_ attribute: String, _ value: String) {
        let found = rules(attribute, value)
        #expect(found.rules.isEmpty && found.remarks.count == 1)
        #expect(found.remarks[0].hasPrefix("f.opml: A: \(attribute): "))
    }
}
