import Testing

@testable import FeedRules

@Suite struct PatternTests {
    private func matches(_ pattern: String, _ text: String) throws -> Bool {
        try Pattern(pattern).matches(FoldedText(text))
    }

    @Test(arguments: [
        ("swift", "Why Swift 6 matters"), ("^why", "Why Swift"), ("matters$", "Swift matters"), ("s.ift", "SWIFT"),
        ("colou?r", "The color of money"), ("colou?r", "Colour"), ("ad(vert|s)", "no adverts"), ("a{2,3}b", "xaab"),
        ("[0-9]+ (reasons|ways)", "17 ways to read"), ("[^a-z ]", "hm?"), (#"\bcat\b"#, "a cat sat"),
        (#"\d{4}-\d\d"#, "in 2026-11"), ("[[:digit:]]+%", "50% off"), ("(?i)ABC", "xabcx"), ("(?:ab)+c", "ababc"),
        ("élan", "L’ÉLAN"), ("[À-Ö]", "ç"), ("日本.*入門", "日本語入門"), ("a|b|", ""), ("x*", ""), ("^$", ""),
        ("a.c", "abc\nx"),
        ("^second", "first\nsecond"), (#"\$5"#, "for $5"), ("[]x]", "]"), ("[a-]", "-"), ("a{", "a{"),
        ("(a*)*b", "aaab"),
        (#"[\w.]+@[\w.]+"#, "to a.b@c.org"), ("(|a)+$", "aa"), (#"\Bat"#, "cat"),
        (#"x|\bdeals?\b"#, "a deal, no more"), (#"(^|,)b"#, "a,b"), (#"\b"#, "word"), ("b*$", "abc"), ("c|^$", ""),
        (#"\W$"#, "what?"), ("ΛΌΓΟΣ", "ο λόγος"), ("λόγος", "ΛΌΓΟΣ"), ("[ς]", "ΛΌΓΟΣ"), ("[Σ]", "λόγος"),
        ("[^α]$", "λόγος"), (#"e?\bx"#, "tea x"), (#"(\bre)*\bnew"#, "rest new"),
        ("^[A-Z]+$", "Swift"), ("^[B-D]{2}$", "bD"), ("[@-B]", "b"), ("azyZ", "AZYz"), ("^a{2,}b", "aaaaaab"),
        ("^a{255}$", String(repeating: "a", count: 255)), ("^a{3}$", "aaa"),
        ("^[[:alnum:]]+$", "Öl9٣"), ("^[[:punct:]]+$", "_-({»!+$^"), (#"^[\]\-x]+$"#, "]-x"), (#"a[\t]b"#, "a\tb"),
    ])
    func `A pattern matches part of a text`(_ pattern: String, _ text: String) throws {
        #expect(try matches(pattern, text))
    }

    @Test(arguments: [
        ("swift", "Swit"), ("^swift", "Why Swift"), ("a.c", "a\nc"), ("a{2,3}b", "ab"), ("[^a]", "aA"),
        (#"\bcat\b"#, "concat"),
        (#"\d"#, "none"), ("colou?r$", "colours"), ("(ab)+c", "abac"), ("x+", ""), (#"\Bat"#, "at"),
        ("[[:alpha:]]", "12"), (#"x|\bdeals?\b"#, "ideals"), (#"\b"#, "…"), ("(^|,)b", "ab"),
        ("[^ς]", "Σσς"), ("[[:alnum:]]", "_-§"), ("[B-D]", "AEae"), ("[^A-Z]", "Swift"),
        ("[@-B]", "c"), ("^a{2,}b", "ab"), ("^a{3}$", "aaaa"), ("[[:punct:]]", "a 1\t©"),
    ])
    func `A pattern does not match part of another text`(_ pattern: String, _ text: String) throws {
        #expect(try !matches(pattern, text))
    }

    @Test(arguments: [
        ("a)", "“)” without"), ("(a", "“(” without"), ("[a", "“[” without"), ("*a", "nothing before"),
        (#"a\"#, "nothing after"), (#"(a)\1"#, "not supported"), ("(?=a)", "look-around"), ("a{3,2}", "smaller number"),
        ("a{999}", "255"), ("a{256}", "255"), ("[z-a]", "beginning of a range"),
        ("[[:vowel:]]", "no class"),
        (#"\q"#, #"“\q” is not supported"#),
        (#"[\b]"#, #"“\b” is not supported"#), (#"[a\1]"#, #"“\1” is not supported"#),
        (String(repeating: "(", count: 60), "50 nested groups"),
        (String(repeating: "a", count: 1_001), "1000 characters"),
        ("((((a{99}){99}){99}){99}){99}", "too large"),
    ])
    func `An invalid pattern is reported`(_ pattern: String, _ message: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test("The message of an error ends with its position, counted from one", arguments: [("a)", 2), ("*a", 1)])
    func position(_ pattern: String, _ position: Int) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
        #expect(error?.description.hasSuffix(" (at character \(position))") == true, "\(error?.description ?? "")")
    }

    @Test("A pattern may have 1,000 characters")
    func longestPattern() throws {
        #expect(try matches("[" + String(repeating: "a", count: 998) + "]", "a"))
    }

    @Test(
        "Escaped text matches only itself, and does not negate a condition",
        arguments: [
            ("a.b", "aab", #"a\.b"#), ("!a!", "!b!", #"\!a!"#), ("(a|b)", "a", #"\(a\|b\)"#),
            (#"^[a]{2}$\w*+?"#, "aa", #"\^\[a\]\{2\}\$\\w\*\+\?"#),
            ("https://a.test/b-c", "https://aXtest/b-c", #"https://a\.test/b-c"#),
        ])
    func escaping(_ text: String, _ other: String, _ expression: String) throws {
        #expect(Pattern.escaped(text) == expression)
        let condition = try ArticleRule.Condition(.title, expression)
        #expect(condition.matcher.matches(FoldedText(text)) && !condition.matcher.matches(FoldedText(other)))
        #expect(!condition.isNegated)
    }

    @Test("An operator is escaped before a combining mark, too")
    func escapingMarks() {
        #expect(Pattern.escaped(".\u{301}").unicodeScalars.first == "\\")
    }

    /// Backtracking engines take 2ⁿ steps for each of these.
    @Test(
        "Every pattern matches in linear time",
        arguments: [
            ("(a+)+$", false), ("(a|aa)+$", false), ("(a|a?)+$", true), ("(.*)*x", false), ("(a*)*(a*)*b", false),
            ("a?{50}a{50}$", false),
        ])
    func noPatternTakesLong(_ pattern: String, _ isMatch: Bool) throws {
        let text = String(repeating: "a", count: 3_000) + "!"
        #expect(try matches(pattern, text) == isMatch)
    }

    /// Expanding all 255³² repetitions would never end.
    @Test("Repetitions of an empty group are not expanded", arguments: ["()", "x{0}", "(()|){0}", "(){3}()"])
    func repeatedEmptyGroups(_ empty: String) throws {
        let pattern = "^a(" + empty + String(repeating: "{255}", count: 32) + ")b$"
        #expect(try matches(pattern, "ab"))
        #expect(try !matches(pattern, "axb"))
    }

    @Test("Only the beginning of a long text is matched")
    func onlyTheBeginningOfALongTextIsLookedAt() throws {
        let text = String(repeating: "-", count: FoldedText.limit) + "needle"
        #expect(try !matches("needle", text))
        #expect(try matches("needle", String(text.dropFirst(6))))
    }
}
