import Testing

@testable import TOMLReading

@Suite struct TOMLDocumentTests {
    private func read(_ text: String) throws -> TOMLTable { try TOMLDocument.read(text) }

    static let values: [(String, TOMLValue)] = [
        ("1_000", .integer(1_000)), ("-0", .integer(0)), ("+7", .integer(7)), ("0xdead_BEEF", .integer(0xDEAD_BEEF)),
        ("0o17", .integer(15)), ("0b101", .integer(5)), ("-9223372036854775808", .integer(.min)),
        ("-0.5e+1_0", .float(-5e9)), ("1e5", .float(100_000)), ("-inf", .float(-.infinity)), ("true", .boolean(true)),
        (#""a\tb\u00e4""#, .string("a\tbä")), (#"'a\tb'"#, .string(#"a\tb"#)),
        ("\"\"\"\na\\\n   b\"\"\"", .string("ab")), ("\"\"\"\"\"a\"\"\"\"\"", .string("\"\"a\"\"")),
        ("'''\nx\r\ny'''", .string("x\ny")), ("[1, [2], # c\n]", .array([.integer(1), .array([.integer(2)])])),
        ("1979-05-27", .moment("1979-05-27")),
        ("1979-05-27 07:32:00.9-07:00", .moment("1979-05-27 07:32:00.9-07:00")), ("07:32:00", .moment("07:32:00")),
        ("07:32:00.1", .moment("07:32:00.1")), ("07:32:00.12", .moment("07:32:00.12")),
        ("2000-02-29T00:00:60Z", .moment("2000-02-29T00:00:60Z")),
    ]

    @Test("Values are read as TOML defines them", arguments: values)
    func value(_ text: String, _ value: TOMLValue) throws {
        #expect(try read("x = \(text)\r\n")["x"] == value)
        #expect(try read("x = { y = [\(text)] }")["x"]?.table?["y"] == .array([value]))
    }

    @Test(
        "Text that is not a value is refused",
        arguments: [
            "", "01", "1__0", "_1", "1_", "0x", "0xg", "+0x1", "9223372036854775808", "1.", ".5", "1.e5", "1e", "True",
            "word", "1979-13-01", "1979-02-29", "24:00:00", "07:32", "1979-05-27T07:32:00+24:00", "[1 2]", "[1", "[,]",
            "\"a", "'a\nb'", "\"\\x\"", "\"\\u12\"", "\"\\uD800\"", "\"\"\"a\"\"", "\"a\u{1}\"", "{ a = 1, }",
            "{ a = 1\n}", "{ a = 1, a = 2 }", "{", "1 2", "\"a\" b",
        ])
    func refusedValue(_ text: String) {
        #expect(throws: TOMLSyntaxError.self) { try read("x = \(text)") }
    }

    @Test("Tables, dotted keys and arrays of tables can be combined")
    func tables() throws {
        let table = try read(
            """
            a.b = 1
            a."c d" = 2
            [e.f]
            g = 3
            [e]
            h = 4
            [[p]]
            q = 5
            [[p]]
            [p.r]
            s = 6
            [[p.t]]
            [[p.t]]
            """)
        #expect(table["a"]?.table?["b"] == .integer(1) && table["a"]?.table?["c d"] == .integer(2))
        #expect(table["e"]?.table?["f"]?.table?["g"] == .integer(3) && table["e"]?.table?["h"] == .integer(4))
        #expect(table["p"]?.array?.count == 2 && table["p"]?.array?[0].table?["q"] == .integer(5))
        #expect(table["p"]?.array?[1].table?["r"]?.table?["s"] == .integer(6))
        #expect(table["p"]?.array?[1].table?["t"]?.array?.count == 2)
        #expect(table.map(\.key) == ["a", "e", "p"])
    }

    @Test(
        "Nothing is defined twice",
        arguments: [
            "a = 1\na = 2", "[a]\n[a]", "a = 1\n[a]", "a.b = 1\n[a]", "[a.b]\n[a]\nb.c = 1", "[a]\nb.c = 1\n[a.b]",
            "a = {}\na.b = 1", "a = {}\n[a.b]", "a = []\n[[a]]", "[[a]]\n[a]", "[a]\n[[a]]", "a.b = 1\na.b.c = 2",
            "[a.b]\n[[a]]",
        ])
    func twice(_ text: String) {
        #expect(throws: TOMLSyntaxError.self) { try read(text) }
    }

    @Test(
        "Sub-tables may follow dotted keys, and a header its implicit table",
        arguments: ["[fruit]\napple.color = 1\n[fruit.apple.texture]\nsmooth = true\n", "[a.b.c]\n[a.b]\n[a]\n"])
    func reopened(_ text: String) {
        #expect(throws: Never.self) { try read(text) }
    }

    static let faults: [(String, Int, Int)] = [
        ("[", 1, 1), ("[\n", 1, 1), ("x = 1\n  [", 2, 3), ("[[", 1, 1), ("[ [\n", 1, 1), ("[]\n", 1, 1), ("[.a]", 1, 1),
        ("[ä]", 1, 1), ("a = [1,\n2]\n[\n", 3, 1), ("a = \"\"\"\n[\n\"\"\"\n[", 4, 1), ("{", 1, 1),
        ("a = 1\nä = 2", 2, 1), ("\"ä\" = 1 2", 1, 9), ("a = 1\n\"a\" = 2", 2, 1), ("a = \"x", 1, 5),
        ("a = [\n[\n", 2, 1), ("a = 1\rb = 2", 1, 6), ("# \u{7}", 1, 3),
    ]

    @Test("The first error is reported with its position", arguments: faults)
    func position(_ text: String, _ line: Int, _ column: Int) {
        do throws(TOMLSyntaxError) {
            _ = try TOMLDocument.read(text)
            Issue.record("accepted")
        } catch {
            #expect(error.position == TOMLPosition(line: line, column: column))
        }
    }

    @Test(
        "An invalid character in a bare key is reported",
        arguments: [
            ("ß = 1", "a name with “ß” needs quotation marks"), ("aß = 1", "a name with “ß” needs quotation marks"),
            ("? = 1", "a name with “?” needs quotation marks"), ("= 1", "a name is missing here"),
            ("a. = 1", "a name is missing here"), ("a: 1", "= is missing here"),
        ])
    func bareKey(_ text: String, _ message: String) {
        #expect(TOMLDocument.readParts(text).faults.map(\.message) == [message])
    }

    @Test("Lines without an error are read, and a [[table]] with an error is left out")
    func parts() throws {
        let (table, faults) = TOMLDocument.readParts(
            """
            theme = "nord"
            [reader]
            hints = yes
            width = 70
            list = [1,
              2 3,
              4]
            after = 1
            twice = 1 2
            [bad
            lost = 1
            [[mute]]
            author = "a"
            until = 2026-13-01
            [[mute]]
            author = "b"
            last = [
            """)
        #expect(faults.map(\.position.line) == [3, 6, 9, 10, 14, 17])
        #expect(table["theme"]?.string == "nord")
        let reader = try #require(table["reader"]?.table)
        #expect(reader.map(\.key) == ["width", "after"])
        #expect(table["mute"] == nil)
        #expect(table["bad"] == nil && table["lost"] == nil)
        let inner = TOMLDocument.readParts("[[mute]]\nb = 1\n[mute.x]\na = x\n").table
        #expect(inner["mute"] == nil)
        let all = TOMLDocument.readParts("[[mute]]\na = x\n[[mute]]\nb = 1\n").table["mute"]?.array
        #expect(all?.map { $0.table?.map(\.key) } == [["b"]])
        let many = TOMLDocument.readParts(String(repeating: "x =\n", count: 1_000))
        #expect(many.faults.count == TOMLDocument.maximumFaults)
    }

    @Test(
        "Statements of any form are read after an error",
        arguments: [
            "\",\" = 1", "\"Ctrl-/\" = 1", "\"ö\" = 1", "width\t= 1", "  a . \"b c\" = 1", "'a=b' = 1",
            "[ reader ]\nx = 1", "[[ mute ]]\nx = 1", "[\"reader\"]\nx = 1", "[a.'b'] # comment\nx = 1",
        ])
    func recovery(_ next: String) throws {
        let (table, faults) = TOMLDocument.readParts("[first]\nwrong = yes\n\(next)\nlast = 1")
        #expect(faults.count == 1)
        let strict = try read("[first]\n\(next)\nlast = 1")
        #expect(table.map(\.key) == strict.map(\.key))
        for (key, value) in strict { #expect(table[key]?.table?.map(\.key) == value.table?.map(\.key)) }
    }

    @Test("Lines of a long string and of an array are not statements")
    func nested() {
        let long = "\"\"\""
        let (table, faults) = TOMLDocument.readParts(
            """
            a = \(long)
            b = 1
            \(long) junk
            c = [
              "--d=1",
              2 3,
            ]
            e = 1
            f = '''
            g = 1
            """)
        #expect(faults.map(\.position.line) == [3, 6, 9])
        #expect(table.map(\.key) == ["e"])
    }

    @Test("A long string with an error ends at its quotation marks")
    func faultyLongString() {
        let long = "\"\"\""
        let text = "a = \(long)\nb = 1\n\\q \\\" \(long)\nc = 1\nd = '''\n\u{7}\ne = 1\n'''\nf = 1"
        let (table, faults) = TOMLDocument.readParts(text)
        #expect(faults.map(\.position.line) == [3, 6])
        #expect(table.map(\.key) == ["c", "f"])
    }

    @Test("Keys and table headers carry their positions")
    func places() throws {
        let table = try read("\u{FEFF}a = 1\n  [t]\n  \"ä\" = 1\n[[p]]\n[[p]]\nx = { y = 1 }\n")
        #expect(table.position(of: "a") == TOMLPosition(line: 1, column: 1))
        #expect(table.position(of: "t") == TOMLPosition(line: 2, column: 3))
        #expect(table["t"]?.table?.position(of: "ä") == TOMLPosition(line: 3, column: 3))
        let second = try #require(table["p"]?.array?[1].table)
        #expect(second.position == TOMLPosition(line: 5, column: 1))
        #expect(second["x"]?.table?.position(of: "y") == TOMLPosition(line: 6, column: 7))
    }

    @Test("Depth, dots and size have limits")
    func limits() {
        for text in [
            "a = " + String(repeating: "[", count: 100_000), "a = " + String(repeating: "{a=", count: 100_000),
            "a" + String(repeating: ".a", count: 100_000) + " = 1", "[a" + String(repeating: ".a", count: 40) + "]",
            String(repeating: "# comment\n", count: 200_000),
        ] {
            #expect(throws: TOMLSyntaxError.self) { try read(text) }
        }
        let long = TOMLDocument.readParts(String(repeating: "#", count: TOMLDocument.maximumSize + 1))
        #expect(long.faults.map(\.message) == ["the file is longer than 1 MB"])
        let deepest = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(throws: Never.self) { try read("a = \(deepest)") }
    }
}
