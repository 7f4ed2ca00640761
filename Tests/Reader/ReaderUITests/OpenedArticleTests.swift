import FeedModel
import Testing

@testable import ReaderUI

/// Commands that need a loaded text, when they are used in the list.
@Suite struct OpenedArticleTests {
    private static let sound = Enclosure(url: "https://example.org/a.mp3", mimeType: "audio/mpeg")

    /// Returns the list after its first article has been read; the second article is selected.
    private func readFirst() -> Rig {
        var rig = Rig()
        rig.articles[0].item.enclosures = [Self.sound]
        rig.articles[0].item.commentsURL = "https://example.org/comments"
        rig.start()
        rig.press("k", "Enter", "Enter", "q", "j")
        rig.effects = []
        return rig
    }

    @Test(
        "Commands on text do not apply to the article read before the selected one",
        arguments: ["v", "c", "u", "=", "&", "P", "V"])
    func otherArticle(_ key: String) {
        var rig = readFirst()
        rig.press(key)
        #expect(rig.effects.isEmpty && rig.state.panel == nil)
        #expect(rig.state.messages.shown?.text == "Open the article first")
    }

    @Test("Without the article's text, a link's number asks to open it; in the text, it must be a number")
    func linkByNumber() {
        func run(_ line: String, _ rig: inout Rig) -> String? {
            rig.press(":")
            rig.type(line)
            rig.press("Enter")
            return rig.state.messages.shown?.text
        }
        var rig = readFirst()
        #expect(run("open-link 1", &rig) == "Open the article first")
        rig.press("q")
        #expect(run("open-link 3", &rig) == "Open an article first")
        #expect(rig.effects.isEmpty)
        rig.press("Enter", "Enter")
        rig.effects = []
        #expect(run("open-link one", &rig) == "open-link takes the number of a link")
        #expect(run("open-link 77", &rig) == "No link 77 in this text")
        #expect(rig.effects.isEmpty)
        #expect(run("open-link 1", &rig) == "Opening https://example.org/one")
    }

    @Test("In the feeds, where no article is selected, the message asks for any article", arguments: ["u", "P"])
    func noArticle(_ key: String) {
        var rig = Rig()
        rig.start()
        rig.press(key)
        #expect(rig.state.messages.shown?.text == "Open an article first")
    }

    @Test(
        "In the feeds, a command line for an article only says that none is selected",
        arguments: [
            ("find rain", "Open an article first"), ("save a.txt", "Select an article first"),
            ("pipe cat", "Select an article first"),
        ])
    func lineWithoutArticle(_ line: String, _ words: String) {
        var rig = Rig()
        rig.start()
        rig.press(":")
        rig.type(line)
        rig.effects = []
        rig.press("Enter")
        #expect(rig.state.messages.shown?.text == words)
        #expect(
            !rig.effects.contains { effect in
                switch effect {
                case .save, .pipe: true
                default: false
                }
            })
    }

    @Test("note shows the note on the open article for editing, and gives it another")
    func note() {
        var rig = Rig()
        rig.articles[0].note = "read"
        rig.start()
        rig.press("k", "Enter", "Enter")
        #expect(rig.line(with: "Note: read") != nil)
        rig.press(":")
        rig.type("note")
        rig.press("Enter")
        #expect(rig.state.prompt?.text == "read")
        rig.type(" again")
        rig.effects = []
        rig.press("Enter")
        let id = rig.articles[0].id
        #expect(rig.effects == [.setNote(id, "read again")])
        rig.press(":")
        rig.type("note")
        rig.press("Enter", "Ctrl-u", "Enter")
        #expect(rig.effects.last == .setNote(id, ""))
        rig.articles[0].note = "read again"
        rig.send(.articlesEdited([id]))
        #expect(rig.line(with: "Note: read again") != nil)
        rig.press("q", "j", ":")
        rig.type("note")
        rig.press("Enter")
        #expect(rig.state.prompt == nil && rig.state.messages.shown?.text == "Open the article first")
    }

    @Test("comments feed subscribes to the feed of the article's comments, and says if there is none")
    func feedOfComments() {
        var rig = readFirst()
        rig.press("k", ":")
        rig.type("comments feed")
        rig.press("Enter")
        #expect(rig.effects.isEmpty)
        #expect(rig.state.messages.shown?.text == "No feed of comments for this article")
        rig = Rig()
        rig.articles[0].item.commentsFeedURL = "https://example.org/comments/feed"
        rig.start()
        rig.press("k", "Enter", "Enter", "c")
        #expect(rig.state.messages.shown?.text.hasSuffix("; :comments feed subscribes to them") == true)
        rig.effects = []
        rig.press(":")
        rig.type("comments feed")
        rig.press("Enter")
        #expect(rig.effects == [.subscribe("https://example.org/comments/feed")])
    }

    @Test("In the row of the article read last, its enclosure, comments and links can be opened")
    func sameArticle() {
        var rig = readFirst()
        rig.press("k", "v")
        #expect(rig.state.messages.shown == nil, "only the player knows if the enclosure is a stored file")
        rig.press("c", "u")
        #expect(rig.effects == [.play(Self.sound), .openBrowser("https://example.org/comments")])
        #expect(rig.state.panel?.kind == .links)
    }
}
