import ArticleText
import Testing

@Suite struct FormulaTests {
    private func line(_ content: String) -> String {
        outline(DocumentBuilder.document(html: "<p><math>\(content)</math></p>", base: nil))
    }

    @Test(
        "A formula is one line that is right",
        arguments: [
            ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a+b)/c"),
            ("<mfrac><mn>1</mn><mn>12</mn></mfrac>", "1/12"),
            ("<msup><mi>x</mi><mn>2</mn></msup>", "x²"),
            ("<msup><mi>x</mi><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow></msup>", "x^(a+1)"),
            ("<msub><mi>x</mi><mn>0</mn></msub><mo>=</mo><mn>1</mn>", "x₀ = 1"),
            ("<msqrt><mi>a</mi><mo>-</mo><mn>1</mn></msqrt>", "√(a-1)"),
            ("<mroot><mi>a</mi><mn>3</mn></mroot>", "∛a"),
            ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", "∑_(i = 1)ⁿ"),
            ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", "(a+b)²"),
            (
                "<mrow><mi>x</mi><annotation encoding='application/x-tex'>\\frac{a}{b}</annotation></mrow>",
                "\\frac{a}{b}"
            ),
            ("<mi>x</mi><annotation-xml><ci>y</ci></annotation-xml>", "x"),
            ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "sin\u{2061}x"),
        ])
    func formulas(_ content: String, _ expected: String) {
        #expect(line(content) == expected)
    }

    @Test("TeX between dollar signs stays readable")
    func tex() {
        let document = DocumentBuilder.document(html: "<p>$e^{i\\pi}+1=0$ and $a_1$</p>", base: nil)
        #expect(outline(document) == "$e^{i\\pi}+1=0$ and $a_1$")
    }

    @Test("A formula nested a thousand times ends")
    func deep() {
        let content = String(repeating: "<msup><mi>x</mi>", count: 1_000) + String(repeating: "</msup>", count: 1_000)
        #expect(line(content).count < 10_000)
    }
}
