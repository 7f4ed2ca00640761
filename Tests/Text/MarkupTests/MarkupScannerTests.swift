import Markup
import Testing

@Suite struct MarkupScannerTests {
    @Test(arguments: [
        ("<a>b</a>", ["start a", "text b", "end a"]),
        ("<a x=1/>", ["start a x=1 closed"]),
        ("<a x='>' y=\"<\">t", ["start a x=> y=<", "text t"]),
        ("<a x y = z x='2'>", ["start a x= y=z x=2"]),
        ("a < b <= c", ["text a < b <= c"]),
        ("1<2><3", ["text 1<2><3"]),
        ("<!-- <a> -->x", ["comment", "text x"]),
        ("<![CDATA[a<b>&amp;]]>c", ["data a<b>&amp;", "text c"]),
        ("<![CDATA[a]]]]><![CDATA[>]]>", ["data a]]", "data >"]),
        ("<?xml version='1.0'?><a/>", ["instruction", "start a closed"]),
        ("<a href=\"unclosed>text<b>", ["start a href=unclosed", "text text", "start b"]),
        ("<a <b>", ["start a", "start b"]),
        ("</ a>", ["text </ a>"]),
        ("x</>y", ["text x", "comment", "text y"]),
        ("<![CDATA[open", ["data open"]),
        ("<!-- open", ["comment"]),
        ("<!-- a --!> b -->c", ["comment", "text c"]),
        ("<", ["text <"]),
        ("<a", ["start a"]),
        ("</a", ["end a"]),
        ("Q & A &amp; B", ["text Q & A & B"]),
    ])
    func `The scanner reads any XML, however malformed`(_ source: String, _ tokens: [String]) {
        #expect(described(MarkupScanner(Array(source.utf8), dialect: .xml)) == tokens)
    }

    @Test(arguments: [
        ("<a href=http://example.org/>x", ["start a href=http://example.org/", "text x"]),
        ("<br />", ["start br closed"]),
        ("<script>if (a<b) \"</p>\"</SCRIPT>x", ["start script", "raw if (a<b) \"</p>\"", "end script", "text x"]),
        ("<style></style>", ["start style", "end style"]),
        ("<script>never closed <p>", ["start script", "raw never closed <p>"]),
        ("<?php echo ?>x", ["instruction", "text x"]),
        ("a<!-- b --!>c<!-- d -->e", ["text a", "comment", "text c", "comment", "text e"]),
        ("a<!-->b<!--->c<!---->d", ["text a", "comment", "text b", "comment", "text c", "comment", "text d"]),
        ("<!-- a -- > b --!c --><!--", ["comment", "comment"]),
    ])
    func `The scanner reads HTML as browsers do`(_ source: String, _ tokens: [String]) {
        #expect(described(MarkupScanner(html: source)) == tokens)
    }

    @Test(
        "The scanner skips text and tags that have only a name, up to the first other token",
        arguments: [
            ("text <p>1 &lt; 2</P><br/></em><h1> <a href=x>y", ["start a href=x", "text y"]),
            ("<p class=x>", ["start p class=x"]), ("<p ><b>", ["start p", "start b"]),
            ("<p<b>", ["start p", "start b"]),
            ("<p><script><a href=x></script>", ["start script", "raw <a href=x>", "end script"]),
            ("<p></object>", ["end object"]), ("<p><!-- <a x> --><p>", ["comment", "start p"]),
            ("<p>1 < 2<p>", ["text < 2", "start p"]), ("<p></p", ["end p"]), ("<p><", ["text <"]), ("a<p>b</p>c", []),
        ])
    func plainTags(_ source: String, _ tokens: [String]) {
        var scanner = MarkupScanner(html: source)
        scanner.skipPlainTags()
        #expect(described(scanner) == tokens)
    }

    @Test("The content of a script is not skipped") func contentOfAScript() {
        var scanner = MarkupScanner(html: "<script><p>x</script><p>")
        _ = scanner.next()
        scanner.skipPlainTags()
        #expect(described(scanner) == ["raw <p>x", "end script", "start p"])
    }

    @Test("A doctype with a subset declares entities") func aDoctypeWithASubsetDeclaresEntities() {
        let source = #"<!DOCTYPE r [<!ENTITY who "the >reader<"> <!ENTITY all '&who;s'>]><r>&all; &none;</r>"#
        let tokens = described(MarkupScanner(Array(source.utf8), dialect: .xml))
        #expect(tokens == ["doctype", "start r", "text the >reader<s &none;", "end r"])
    }

    @Test("A document cannot redefine the entities of markup") func noDocumentRedefinesTheNamesOfMarkup() {
        let source = "<!DOCTYPE r [<!ENTITY lt 'less'><!ENTITY amp 'and'><!ENTITY quota 'q'>]>&lt;&amp;&quota;"
        #expect(described(MarkupScanner(Array(source.utf8), dialect: .xml)) == ["doctype", "text <&q"])
    }

    @Test("References to a long entity use up the budget") func manyReferencesToALongEntityRunOutOfBudget() {
        let entity = String(repeating: "x", count: 4_000)
        let source = "<!DOCTYPE r [<!ENTITY e '\(entity)'>]>" + String(repeating: "&e;", count: 10_000)
        var scanner = MarkupScanner(Array(source.utf8), dialect: .xml)
        var text = ""
        while let token = scanner.next() {
            if case .text(let range) = token { text += scanner.decodedText(range) }
        }
        #expect(text.utf8.count < 1_200_000)
        #expect(text.hasSuffix("&e;"))
    }

    @Test("Nested entities do not multiply") func laughsDoNotMultiply() {
        let laughs = (1...20).map { "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>" }
        let source = "<!DOCTYPE r [<!ENTITY l0 'ha'>\(laughs.joined())]>&l20;"
        var scanner = MarkupScanner(Array(source.utf8), dialect: .xml)
        _ = scanner.next()
        guard case .text(let range) = scanner.next() else {
            Issue.record("the reference is text")
            return
        }
        #expect(scanner.decodedText(range).utf8.count < 10_000)
    }

    @Test(
        "Repetition is read in linear time", .timeLimit(.minutes(1)),
        arguments: [
            "<a b=\"", "<!--", "<![CDATA[", "<", "&", "<a><!DOCTYPE \"", "</", "<?", "<a ='", "&#", "<script>",
            "<!DOCTYPE [>",
        ])
    func repetitionCostsLinearTime(_ piece: String) {
        let source = String(repeating: piece, count: 300_000)
        for dialect in [MarkupScanner.Dialect.xml, .html] {
            var scanner = MarkupScanner(Array(source.utf8), dialect: dialect)
            while scanner.next() != nil {}
            #expect(scanner.position == source.utf8.count)
        }
    }

    @Test(
        "Declarations without text, and white space after them, are read in linear time", .timeLimit(.minutes(1)),
        arguments: ["<!ENTITY a x", "<!ENTITY ab>", "<!ENTITY % a"])
    func declarationsCostLinearTime(_ piece: String) {
        let count = 50_000
        let blanks = String(repeating: " ", count: count * piece.utf8.count)
        let source = "<!DOCTYPE r [\(String(repeating: piece, count: count))]\(blanks)>text"
        var scanner = MarkupScanner(Array(source.utf8), dialect: .xml)
        while scanner.next() != nil {}
        #expect(scanner.position == source.utf8.count)
    }

    private func described(_ scanner: MarkupScanner) -> [String] {
        var scanner = scanner
        var lines: [String] = []
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag):
                let attributes = scanner.attributes(of: tag).map {
                    " \(scanner.rawText($0.name))=\(scanner.decodedText($0.value))"
                }
                lines.append(
                    "start \(scanner.lowercasedName(tag.name))\(attributes.joined())\(tag.isSelfClosing ? " closed" : "")"
                )
            case .endTag(let name): lines.append("end \(scanner.lowercasedName(name))")
            case .text(let range): lines.append("text \(scanner.decodedText(range))")
            case .characterData(let range): lines.append("data \(scanner.rawText(range))")
            case .rawText(let range): lines.append("raw \(scanner.rawText(range))")
            case .comment: lines.append("comment")
            case .instruction: lines.append("instruction")
            case .doctype: lines.append("doctype")
            }
        }
        return lines
    }
}

extension MarkupScanner {
    /// Scans an HTML fragment.
    init(html: String) {
        self.init(Array(html.utf8), dialect: .html)
    }
}
