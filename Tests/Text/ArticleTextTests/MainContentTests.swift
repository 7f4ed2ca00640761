import ArticleText
import Foundation
import Testing

/// The pages in `Pages`, each with text that its main part must contain and text that it must not.
@Suite struct MainContentTests {
    struct Page: CustomTestStringConvertible, Sendable {
        let name: String
        let title: String
        let holds: [String]
        let lacks: [String]

        init(_ name: String, _ title: String, holds: [String], lacks: [String]) {
            self.name = name
            self.title = title
            self.holds = holds
            self.lacks = lacks
        }

        var testDescription: String { name }
    }

    @Test("Extraction keeps the text and drops the rest", arguments: pages)
    func extractionKeepsTextAndDropsRest(_ page: Page) throws {
        let content = try #require(MainContent.extract(html: try source(page.name), url: "https://example.org/a/page"))
        #expect(content.title == page.title)
        let document = DocumentBuilder.document(html: content.html, base: nil)
        let text = ([outline(document)] + document.links.map(\.url)).joined(separator: "\n")
        for phrase in page.holds { #expect(text.contains(phrase), "\(phrase) is missing in:\n\(text)") }
        for phrase in page.lacks { #expect(!text.contains(phrase), "\(phrase) is in:\n\(text)") }
        #expect(!content.html.contains("<script") && !content.html.contains("class="))
    }

    @Test("A page without text has no main part") func aPageWithoutTextHasNoMainPart() throws {
        #expect(MainContent.extract(html: try source("empty"), url: "https://example.org/") == nil)
        #expect(MainContent.extract(html: "", url: "") == nil)
    }

    private func source(_ name: String) throws -> String {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "html", subdirectory: "Pages"))
        return try String(contentsOf: url, encoding: .utf8)
    }

    private static let pages = [
        Page(
            "news", "Harbour bridge reopens after nine months",
            holds: [
                "The swing bridge across", "harbour master Per Holm", "at every full hour", "Cars crossing the bridge",
                "Photo: Ida Quist", "https://example.org/people/holm",
            ],
            lacks: [
                "Advertisement", "holiday homes", "Share", "Read also", "newsletter", "Most read", "petrol",
                "old sails",
            ]),
        Page(
            "blog", "Three weeks with a typewriter",
            holds: [
                "flea market", "no way back", "What I learnt", "The ribbon matters", "third week I had",
                "The machine on my desk",
            ],
            lacks: ["Share this", "eleven bottles", "grandmother", "Leave a reply", "Archives", "cannot stop buying"]),
        Page(
            "docs", "Configuring the cache",
            holds: [
                "Pebble keeps what", "policy = \"lru\"", "what was used least often", "empties the cache",
                "https://docs.example.com/pebble/reference/units.html",
            ],
            lacks: ["¶", "Installing Pebble", "Search", "Theme", "h1 Configuring"]),
        Page(
            "forum", "Sourdough will not rise in winter",
            holds: ["Is it dying?", "the lamp switched on", "half of its flour as rye", "smells of apples"],
            lacks: ["Board index", "Log in", "Powered by"]),
        Page(
            "cjk", "雨の日の図書館",
            holds: ["町の図書館は", "司書の田村さん", "二階の窓ぎわ"], lacks: ["ホーム", "人気の記事", "駅前の桜", "無断転載"]),
        Page(
            "tables1998", "Bob's Lighthouse Page",
            holds: [
                "How the lamp was turned", "every four hours", "who all want to try", "no ship was lost", "Rape oil",
            ],
            lacks: ["Guest book", "visitor number"]),
        Page(
            "divsoup", "A field guide to elevators",
            holds: ["collect rides in elevators", "grey hydraulic", "paternoster", "four hundred left"],
            lacks: ["Topics", "escalators", "Privacy"]),
        Page(
            "amp", "Snow closes the pass",
            holds: ["A plough in deep snow", "closed at noon", "cooked soup", "the upper bends"],
            lacks: ["Front page", "winter tyres", "Upland Post"]),
        Page(
            "plain", "On carrying stones",
            holds: ["I carry a stone", "There is no rule", "must have been wet"], lacks: ["capsule"]),
        Page(
            "cookies", "Mending a kettle",
            holds: ["ring of rubber", "Pull the plug first", "Grease makes it slip"],
            lacks: ["partners", "uses cookies", "Before you go"]),
        Page(
            "paywall", "The auditors who never sleep",
            holds: ["two in the morning", "too round"], lacks: ["subscribers only", "See the plans", "Ledger Weekly"]),
        Page(
            "video", "How a lock works, cut in half",
            holds: ["We sawed a door lock", "1:40 The pins", "https://example.com/keys"],
            lacks: ["Up next", "first!", "ClipHouse"]),
        Page(
            "recipe", "Potato soup with smoked paprika",
            holds: [
                "My aunt made this soup", "1 kg potatoes", "2 tsp smoked paprika", "1. Fry the onions", "Serves four",
            ],
            lacks: ["One star", "two cats", "About"]),
        Page(
            "wiki", "Salt road",
            holds: [
                "about 100 km", "was carried from where", "History", "The one trade fed", "cycle route with 14 signs",
                "Roads of the North",
            ],
            lacks: ["edit", "Contents", "Silk road", "Category", "Navigation menu", "last edited"]),
        Page(
            "maillist", "[tide-dev] Rounding in the harmonic tables",
            holds: [
                "Hello all,", "Severn the high water", "> Who needs minutes?", "+    printf(\"%.5f\", amplitude);",
            ],
            lacks: ["Previous message", "Messages sorted by"]),
        Page(
            "changelog", "Changes in Lantern 2.0",
            holds: ["flame can be dimmed", "takes a level from 0 to 9", "No more soot", "Whale oil"],
            lacks: ["Issues 14", "Terms", "lantern.zip"]),
        Page(
            "listing", "ring.c: a ring buffer in forty lines",
            holds: ["One reader, one writer", "int put(struct ring *r, char c) {", "    if (r->head", "power of two"],
            lacks: ["Snippets", "Tags"]),
        Page(
            "longread", "The last ice house",
            holds: [
                "sold it in July", "walls a metre thick", "h2 Cutting", "who is ninety", "Half of it melted",
                "h2 Selling",
            ],
            lacks: ["paints clouds", "Long Form"]),
        Page(
            "lazy", "Night trains, ranked by their pillows",
            holds: [
                "nine night trains", "picture A pillow on a berth", "https://example.org/p/first.jpg",
                "other journeys",
                "https://player.vimeo.com/video/77", "bring your own",
            ],
            lacks: ["hidden from all readers", "ads.example.com", "count.example.com", "One mail a month", "Buses"]),
        Page(
            "qa", "How do I rename many files at once?",
            holds: ["four hundred files", "for f in *.jpeg; do", "two dashes protect", "two programs of that name"],
            lacks: ["What have you tried", "Hot questions", "Tags"]),
        Page(
            "ticker", "Sturmflut im Liveticker",
            holds: [
                "Fähre nach Norden", "ohne Mühe", "sechs Meter.", "auf den Inseln", "zum Markt", "Deich hält",
                "Das Wasser steigt weiter",
            ],
            lacks: ["Möwen", "Startseite", "Impressum", "Teilen", "Meistgelesen"]),
        Page(
            "suppe", "Krabbensuppe wie am Deich",
            holds: [
                "Nordseekrabben", "500 g", "Sahne", "glasig", "pürieren", "nicht mehr kochen", "helle Suppe", "Zutaten",
            ],
            lacks: ["Labskaus", "Super Suppe", "Startseite"]),
        Page(
            "product", "Laterne Nordlicht",
            holds: ["hält jedem Wind stand", "von Hand gelötet", "18 Stunden", "32 cm", "1,8 kg"],
            lacks: ["Docht", "Startseite", "Warenkorb"]),
        Page(
            "messages", "Welche Lampe für den Steg?",
            holds: ["Salz und Wind", "rostet dir", "Petroleumlampe", "Orkan"],
            lacks: ["Mitglied", "Gefällt mir", "Beiboot", "Startseite"]),
        Page(
            "gallery", "Die schönsten Leuchttürme",
            holds: ["Zehn Türme", "zweimal ab", "im Wasser", "Malerin", "kleine Fähre"],
            lacks: ["ältesten Boote", "von unseren Lesern", "Startseite"]),
        Page(
            "german", "Rat beschließt neuen Steg",
            holds: ["400.000 Euro", "nicht mehr zu retten", "Baubeginn im Herbst", "zur Hälfte vom Land"],
            lacks: ["neuen Motor", "Kommentar schreiben", "angemeldet", "Hund rettet", "Anzeige", "Nora Lind", "19:30"]),
        Page(
            "event", "Konzert auf der Mole",
            holds: ["Samstag, 4. Juli", "Westmole", "Walzer und Shantys"],
            lacks: ["Startseite"]),
        Page(
            "questions", "Fragen zur Fähre",
            holds: ["Wann fährt sie", "Jede Stunde", "ohne Aufpreis", "Münzen und Scheine"],
            lacks: ["Startseite"]),
        Page(
            "interview", "Der letzte Lotse",
            holds: ["nicht gezählt", "Gar nicht?", "Nein.", "Wir fuhren trotzdem", "Jeden Tag."],
            lacks: ["Startseite"]),
        Page(
            "knot", "Tying a bowline",
            holds: ["small loop", "lie flat", "ten tons", "longest night"],
            lacks: ["Mending a net", "never leave it", "before the gulls", "Start page"]),
        Page(
            "papers", "Ferries on the wind",
            holds: ["a little shorter", "Three masts", "keep the mole"],
            lacks: ["Publications", "first paper", "eighth paper", "Read on", "Start page"]),
        Page(
            "quays", "Five quays worth a stop",
            holds: ["by ferry sees one quay", "eleven storms", "heads for soup", "first week of May"],
            lacks: ["Start page"]),
        Page(
            "lantern", "Lantern North Light",
            holds: ["eighteen hours", "soldered by hand"],
            lacks: ["two winters", "bag of liquorice", "my cat", "Start page"]),
    ]
}
