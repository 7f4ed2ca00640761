import Testing

@testable import ReaderUI

@Suite struct MessageTests {
    @Test(
        "A command's message begins with a capital, but an address, a path or a name is not capitalised",
        arguments: [
            ("packed: 2 articles, 1 MB fetched", "Packed: 2 articles, 1 MB fetched"),
            ("the disk is full", "The disk is full"),
            ("3 feeds wait", "3 feeds wait"),
            ("https://a.example/: host not found", "https://a.example/: host not found"),
            ("a.example: refused", "a.example: refused"),
            ("/home/me/x: no such file", "/home/me/x: no such file"),
            ("lede is offline", "lede is offline"),
            ("", ""),
        ])
    func sentence(_ phrase: String, _ message: String) {
        #expect(Message.sentence(phrase) == message)
    }

    @Test("The message about a mistake in a search begins with a capital, or with an operator as it was typed")
    func mistakes() {
        let phrases = ["unknown operator foo:; known: age", "a parenthesis is not closed", "is: takes read or unread"]
        let texts = phrases.map { Message.mistake(inSearch: $0).text }
        #expect(
            texts == ["Unknown operator foo:; known: age", "A parenthesis is not closed", "is: takes read or unread"])
    }

    @Test("The message of an error begins with a capital")
    func error() {
        struct Problem: Error, CustomStringConvertible {
            let description = "the library cannot be used: the disk is full"
        }
        #expect(Message.error(Problem()).text == "The library cannot be used: the disk is full")
    }

    @Test(
        "A feed that is renamed or moved beside the feeds, which may be hidden, is named in a message",
        arguments: [
            ("e", "Harbour", "Renamed “LWN.net” to “Harbour”"), ("e", "", "“LWN.net” has the feed's own name again"),
            ("e", "LWN.net", nil), ("M", "News/Sea", "Moved “LWN.net” to News/Sea"),
            ("M", "", "Moved “LWN.net” out of its folder"), ("M", "Tech", nil),
        ] as [(String, String, String?)])
    func changedFeed(_ key: String, _ name: String, _ message: String?) {
        var rig = Rig.listingAll()
        rig.press(key, "Ctrl-u")
        rig.type(name)
        rig.press("Enter")
        #expect(rig.state.messages.shown?.text == message)
    }
}
