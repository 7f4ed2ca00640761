import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The order in which the program paints the effects of a key press.
    @Suite struct PaintOrderTests {
        /// The two oldest articles have different titles, and the oldest has text.
        private static let feed = {
            let entries = (1...120).reversed().map { number in
                let title = [1: "Zulu", 2: "Yankee"][number] ?? "Article \(number)"
                let date = Date(timeIntervalSince1970: 1_770_000_000 + Double(number)).ISO8601Format()
                return """
                    <entry><id>urn:\(number)</id><title>\(title)</title><updated>\(date)</updated>
                    <content>\(number == 1 ? "Quebec." : "Body of \(number).")</content></entry>
                    """
            }
            return
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>Gazette</title><id>urn:g</id>\(entries.joined())</feed>"
        }()

        @Test("The list is painted before the neighbouring text is loaded, even if a key loads rows first")
        func listBeforeText() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/feed", .response(body: Self.feed))
            try home.subscribe(to: origin.url("/feed"))
            let store = try ArticleStore(path: home.url.appendingPathComponent("data/library.sqlite").path)
            let rows = try store.page(of: ArticleListing(.all, midnight: Date()), at: .start, limit: 200).rows
            try store.set(.read(true), on: rows.filter { $0.title != "Zulu" }.map(\.id))

            let terminal = try TerminalSession(home: home.url, columns: 120)
            try terminal.wait(for: "Gazette")
            try terminal.send("k", "Enter")
            for key in ["G", "n"] {
                try terminal.wait(for: "Body of 120.")
                // The lines of a frame are written from top to bottom, and the text begins far above the end of the
                // list.
                let written = try terminal.send(key, until: "Quebec.")
                #expect(written.contains("Yankee"), "\(key): \(written)")
                try terminal.send("g", "g")
            }
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
