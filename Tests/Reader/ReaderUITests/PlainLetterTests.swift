import ArticleText
import Testing

@testable import ReaderUI

/// Articles in plain letters, for terminals that show only ASCII.
@Suite struct PlainLetterTests {
    @Test("Every kind of block is written in ASCII, and links keep their addresses")
    func blocks() {
        let html = """
            <h2>Größe</h2><p>„Süß“ – <a href='https://a.example/ü'>naïve</a></p><ul><li>Straße</li></ul>
            <pre>é = 1\nzwölf</pre><blockquote><p>Æther</p></blockquote>
            <table><caption>Zahlen für …</caption><tr><th>Ähre</th><th>œuvre</th></tr><tr><td>a</td><td>ß</td></tr></table>
            <img src='/p.png' alt='Möwe' width=400 height=300>
            """
        let document = DocumentBuilder.document(html: html, base: "https://a.example/")
        let plain = document.inPlainLetters
        #expect(plain.blocks.count == document.blocks.count && plain.links == document.links)
        let text = String(describing: plain.blocks)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        for word in ["Grosse", "naive", "Strasse", "zwolf", "AEther", "Zahlen fur ...", "Ahre", "oeuvre", "Mowe"] {
            #expect(text.contains(word), "\(word)")
        }
    }
}
