import ArticleText
import Testing

@Suite struct FormulaTests {
    private func line(_ content: String) -> String {
        outline(DocumentBuilder.document(html: "<p><math>\(content)</math></p>", base: nil))
    }

    @Test(
        "A formula becomes one line with the correct meaning",
        arguments: [
            ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a+b)/c"),
            ("<mfrac><mn>1</mn><mn>12</mn></mfrac>", "1/12"),
            ("<msup><mi>x</mi><mn>2</mn></msup>", "x²"),
            ("<msup><mi>x</mi><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow></msup>", "x^(a+1)"),
            ("<msup><mi>e</mi><mrow><mi>i</mi><mo>&#x2062;</mo><mi>π</mi></mrow></msup>", "e^(iπ)"),
            ("<msub><mi>x</mi><mn>0</mn></msub><mo>=</mo><mn>1</mn>", "x₀ = 1"),
            ("<msqrt><mi>a</mi><mo>-</mo><mn>1</mn></msqrt>", "√(a-1)"),
            ("<mroot><mi>a</mi><mn>3</mn></mroot>", "∛a"),
            ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", "∑_(i=1)ⁿ"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>"
                    + "<mfrac><mn>1</mn><msup><mi>i</mi><mn>2</mn></msup></mfrac>", "∑_(i=1)ⁿ 1/i²"
            ),
            ("<mi>a</mi><mo>+</mo><mi>b</mi><mo>-</mo><mi>c</mi><mo>=</mo><mo>-</mo><mi>d</mi>", "a + b - c = -d"),
            ("<mo>-</mo><mi>a</mi><mo>×</mo><mo>(</mo><mo>-</mo><mi>b</mi><mo>)</mo>", "-a × (-b)"),
            ("<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>x</mi>", "∫₀¹ x"),
            ("<mo>∑</mo><mi>x</mi><mo>=</mo><mn>1</mn>", "∑ x = 1"),
            ("<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>x</mi>", "lim_(x→0) x"),
            ("<mi>f</mi><mo>&#x2061;</mo><mo>(</mo><mi>x</mi><mo>+</mo><mn>1</mn><mo>)</mo>", "f(x + 1)"),
            ("<mi>A</mi><mover><mo>→</mo><mi>f</mi></mover><mi>B</mi>", "A →^f B"),
            (
                "<mover><mi>x</mi><mo>¯</mo></mover><mo>+</mo><msup><mi>e</mi><mrow><mo>-</mo><mi>t</mi></mrow></msup>",
                "x̄ + e^(-t)"
            ),
            ("<mover><mi>v</mi><mo>→</mo></mover><mover><mi>x</mi><mo>¨</mo></mover>", "v\u{20D7}x\u{308}"),
            ("<mo>(</mo><mfrac linethickness='0px'><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", "(n; k)"),
            ("<mfrac linethickness='0.5px'><mi>n</mi><mi>k</mi></mfrac>", "n/k"),
            ("<mfenced open='[' close=')'><mi>a</mi><mi>b</mi></mfenced>", "[a, b)"),
            ("<mfenced open='|' close='|' separators=''><mi>a</mi><mi>b</mi></mfenced>", "|ab|"),
            ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", "(a+b)²"),
            (
                "<mrow><mi>x</mi><annotation encoding='application/x-tex'>\\frac{a}{b}</annotation></mrow>",
                "\\frac{a}{b}"
            ),
            ("<mi>x</mi><annotation-xml><ci>y</ci></annotation-xml>", "x"),
            ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "sin x"),
        ])
    func formulas(_ content: String, _ expected: String) {
        #expect(line(content) == expected)
    }

    @Test("TeX between dollar signs stays readable")
    func tex() {
        let document = DocumentBuilder.document(html: "<p>$e^{i\\pi}+1=0$ and $a_1$</p>", base: nil)
        #expect(outline(document) == "$e^{i\\pi}+1=0$ and $a_1$")
    }

    @Test("A Substack formula, which is only in an attribute, is shown")
    func substack() {
        let html = #"""
            <p>a</p><div class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;\\frac{a}{b}\n \&quot;c\&quot;&quot;,\#
            &quot;id&quot;:&quot;A&quot;}" data-component-name="LatexBlockToDOM"></div><div data-attrs="{}"></div><p>b</p>
            """#
        #expect(outline(DocumentBuilder.document(html: html, base: nil)) == #"a"# + "\n" + #"\frac{a}{b} "c""# + "\nb")
    }

    @Test("Prefixes in the XML of scientific journals are ignored")
    func prefixes() {
        let html = """
            <jats:title>Tides</jats:title><jats:p>10<jats:sup>5</jats:sup></jats:p><jats:p><mml:math><mml:mfrac>\
            <mml:mn>1</mml:mn><mml:mi>x</mml:mi></mml:mfrac></mml:math></jats:p><p:p>a</p:p>b
            """
        #expect(outline(DocumentBuilder.document(html: html, base: nil)) == "Tides\n10⁵\n1/x\nab")
    }

    @Test("MediaWiki formulas are shown once, as their authors wrote them")
    func mediaWiki() {
        let html = """
            <p>a <span class="mwe-math-element"><span class="mwe-math-mathml-a11y" style="display: none;">\
            <math alttext="{\\displaystyle x^{2}}"><mi>x</mi></math></span>\
            <img src="x.svg" class="mwe-math-fallback-image-inline skin-invert" aria-hidden="true" \
            alt="{\\displaystyle x^{2}}"></span> and <math alttext="{\\textstyle y}"><mi>y</mi></math>\
            <img src="b.png" alt="b" aria-hidden="true"></p>
            """
        #expect(outline(DocumentBuilder.document(html: html, base: nil)) == "a x^{2} and y")
    }

    @Test(
        "A formula in a MathJax script is shown once",
        arguments: [
            ("a <script type='math/tex'>x^2 </script> b", "a x^2 b"),
            ("a<script type='math/tex; mode=display'>x < 2</script>b", "a\nx < 2\nb"),
            ("a<script type='math/tex'>x &lt; y &amp; \\alpha</script>", "ax < y & \\alpha"),
            ("<script type='math/tex; mode=display'>% <![CDATA[\nx < 2 %]]></script>", "x < 2"),
            ("a <span class='MathJax_Preview'>x2</span><script type='math/tex'>x^2</script>", "a x^2"),
            ("a <span class='MathJax_Preview'>x2</span> b<script>c()</script>", "a x2 b"),
            ("a<script type='math/tex'>x^2", "a"),
            ("a<script type='math/mml'><math></math></script>", "a"),
        ])
    func scripts(_ html: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(html: "<p>\(html)", base: nil)) == expected)
    }

    @Test("The main part of a page keeps formulas in MathJax scripts")
    func scriptsOfPages() throws {
        let words = String(repeating: "The tide rises and falls twice a day, as everybody here knows. ", count: 8)
        let page = """
            <html><body><article><p>\(words)<script type="math/tex">x<2</script> holds.</p>\
            <script type="math/tex; mode=display">y</script><p>The lock at the pier is open.</p></article></body></html>
            """
        let main = try #require(MainContent.extract(html: page, url: "https://quay.example/tide"))
        let text = outline(DocumentBuilder.document(html: main.html, base: nil))
        #expect(text.contains("knows. x<2 holds.\ny\nThe lock"))
    }

    @Test("A formula nested a thousand levels deep is read to its end")
    func deep() {
        let content = String(repeating: "<msup><mi>x</mi>", count: 1_000) + String(repeating: "</msup>", count: 1_000)
        #expect(line(content).count < 10_000)
    }
}
