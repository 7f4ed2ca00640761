import Markup
import Testing

@Suite struct MarkupContextTests {
    @Test(
        "Characters with a special meaning in their context become references",
        arguments: [
            (MarkupContext.content, "&amp; &lt;b&gt; \" '"), (.value, "&amp; <b> &quot; '"),
            (.anywhere, "&amp; &lt;b> &quot; '"),
        ])
    func references(_ context: MarkupContext, _ escaped: String) {
        let text = "& <b> \" '"
        #expect(text.escaped(for: context) == escaped)
        var bytes: [UInt8] = []
        bytes.append(escaped: text, for: context)
        #expect(String(decoding: bytes, as: UTF8.self) == escaped)
        var copied: [UInt8] = []
        copied.append(escaped: Array(text.utf8)[...], for: context)
        #expect(copied == bytes)
    }

    @Test("A special character is escaped under an accent too, and other text stays the same")
    func accents() {
        #expect("<\u{301}b".escaped(for: .content).utf8.elementsEqual("&lt;\u{301}b".utf8))
        #expect("plain é text".escaped(for: .anywhere) == "plain é text")
    }
}
