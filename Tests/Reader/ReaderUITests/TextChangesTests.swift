import ArticleText
import Testing

@testable import ReaderUI

@Suite struct TextChangesTests {
    private func changes(_ old: String, _ new: String, _ titles: (String, String) = ("T", "T")) -> [String]? {
        let documents = [old, new].map { DocumentBuilder.document(html: $0, base: nil) }
        let document = TextChanges.document(
            from: documents[0], titled: titles.0, to: documents[1], titled: titles.1)
        return document?.blocks.dropFirst().map { block in
            guard case .paragraph(let runs) = block.content else { return "" }
            return runs.map(\.text).joined()
        }
    }

    @Test("Changed words are marked, unchanged paragraphs far from a change are left out")
    func words() {
        let same = (1...5).map { "<p>Paragraph \($0) stays as it is.</p>" }.joined()
        #expect(
            changes(same + "<p>The ferry leaves at ten.</p>", same + "<p>The ferry leaves at eleven, not ten.</p>")
                == ["…", "Paragraph 5 stays as it is.", "The ferry leaves at {+eleven, not+} ten."])
        #expect(changes("<p>one two three</p>", "<p>one three</p>") == ["one [-two-] three"])
    }

    @Test("Added and removed paragraphs, and a new title, are shown whole")
    func paragraphs() {
        #expect(changes("<p>a</p><p>b</p>", "<p>a</p>") == ["a", "[-b-]"])
        #expect(changes("<p>a</p>", "<p>a</p><p>new words</p>") == ["a", "{+new words+}"])
        #expect(changes("<p>a</p>", "<p>a</p>", ("Old name", "New name"))?.first == "[-Old-] {+New+} name")
        #expect(changes("<p>x y z</p>", "<p>k l m</p>") == ["[-x y z-]", "{+k l m+}"])
    }

    @Test("Equal texts, and texts that differ only in markup, have no changes")
    func nothing() {
        #expect(changes("<p>a b</p>", "<p>a b</p>") == nil)
        #expect(changes("<p>a <b>b</b></p>", "<div>a\n b</div>") == nil)
    }

    @Test("= shows the changes, and pressed again the text")
    func key() {
        var rig = Rig()
        rig.start()
        rig.press("Enter", "Enter")
        let id = rig.state.reading!.id
        rig.press("=")
        #expect(rig.effects.last == .loadChanges(id))
        var open = rig.state.reading!.open
        open.document = Document(blocks: [Block(.paragraph([Run("[-a-] {+b+}")]))])
        open.textKind = .changes
        rig.send(.article(open))
        #expect(rig.line(with: "[-a-] {+b+}") != nil && rig.line(with: "changes") != nil)
        rig.press("=")
        #expect(rig.state.reading?.open.showsChanges == false)
    }
}
