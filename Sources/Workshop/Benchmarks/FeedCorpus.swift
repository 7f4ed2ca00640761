import Foundation

/// Generated feed documents, mixed as in real subscriptions: half RSS with whole articles in CDATA, a fifth podcasts
/// with escaped descriptions, a quarter Atom, the rest RDF; they are in four languages. The same seed gives the same
/// bytes.
struct FeedCorpus {
    let documents: [[UInt8]]
    let itemCount: Int

    var byteCount: Int { documents.reduce(0) { $0 + $1.count } }

    /// Feeds with this number of short articles each.
    init(feeds: Int, articlesPerFeed: Int, seed: UInt64) {
        var writer = FeedWriter(seed: seed, paragraphs: [1])
        documents = (0..<feeds).map { _ in Array(writer.document(itemCount: articlesPerFeed).utf8) }
        itemCount = feeds * articlesPerFeed
    }

    /// Feeds of 10 to 100 articles, short and long ones.
    init(megabytes: Double, seed: UInt64) {
        var writer = FeedWriter(seed: seed)
        var documents: [[UInt8]] = []
        var items = 0
        var size = 0
        while Double(size) < megabytes * 1_000_000 {
            let count = writer.number(10...100)
            let document = Array(writer.document(itemCount: count).utf8)
            documents.append(document)
            size += document.count
            items += count
        }
        self.documents = documents
        itemCount = items
    }
}

private struct FeedWriter {
    private var state: UInt64
    private var words: [String] = []
    /// The possible numbers of paragraphs of an article.
    private let paragraphs: [Int]

    private static let vocabularies = [
        "a morning train crosses the wide river before anyone in town has opened a window or read the paper",
        "ein früher Zug fährt über den breiten Fluss ehe jemand die Fenster öffnet und größere Blätter liest",
        "ранний поезд идёт через широкую реку пока никто в городе не открыл окна и не читал газету",
        "朝 の 電車 が 広い 川 を 渡る まだ 誰も 窓 を 開けて いない 新聞 も 読んで いない",
    ].map { $0.split(separator: " ").map(String.init) }

    init(seed: UInt64, paragraphs: [Int] = [1, 2, 4, 8, 20]) {
        state = seed
        self.paragraphs = paragraphs
    }

    /// Knuth's linear congruential generator: good enough to choose words.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int(state >> 33) % range.count
    }

    mutating func document(itemCount: Int) -> String {
        words = Self.vocabularies[max(0, number(-2...3))]
        switch number(1...20) {
        case 1...10: return rss(itemCount, isPodcast: false)
        case 11...14: return rss(itemCount, isPodcast: true)
        case 15...19: return atom(itemCount, isXHTML: number(1...10) <= 3)
        default: return rdf(itemCount)
        }
    }

    // MARK: Pieces

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in words[number(0...words.count - 1)] }.joined(separator: " ")
    }

    private mutating func article() -> String {
        let count = paragraphs[number(0...paragraphs.count - 1)]
        return (0..<count).map { _ in paragraph() }.joined(separator: "\n")
    }

    private mutating func paragraph() -> String {
        switch number(1...10) {
        case 1...7:
            """
            <p>\(text(number(20...90))) <a href="https://example.org/\(number(1...9_999))?a=1&amp;b=2">\(text(3))</a>, \
            <em>\(text(4))</em> &#8212; \(text(number(5...40)))&#160;&#8217;</p>
            """
        case 8: "<ul>" + (0..<5).map { _ in "<li>\(text(8))</li>" }.joined() + "</ul>"
        case 9: "<img src=\"/pictures/\(number(1...999)).jpg\" alt=\"\(text(4))\" width=\"640\"/><br/>"
        default: "<pre><code>while (x &lt; 9 &amp;&amp; y) { x++; }</code></pre><blockquote>\(text(30))</blockquote>"
        }
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private mutating func rfc822() -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(number(1...28)) \(months[number(0...11)]) \(number(2016...2025)) 0\(number(0...9)):30:15 +0000"
    }

    private mutating func iso() -> String {
        "\(number(2016...2025))-0\(number(1...9))-1\(number(0...9))T0\(number(0...9)):30:15Z"
    }

    // MARK: Formats

    private mutating func rss(_ count: Int, isPodcast: Bool) -> String {
        var output = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
            xmlns:media="http://search.yahoo.com/mrss/">
            <channel><title>\(text(3))</title><link>https://example.org/</link><description>\(text(10))</description>

            """
        for _ in 0..<count { output += rssItem(isEpisode: isPodcast) }
        return output + "</channel>\n</rss>\n"
    }

    private mutating func rssItem(isEpisode: Bool) -> String {
        let number = number(1...1_000_000)
        let beginning = """
            <item>
            \t<title>\(text(8)) &amp; more</title>
            \t<link>https://example.org/post/\(number)</link>
            \t<guid isPermaLink="false">https://example.org/?p=\(number)</guid>
            \t<pubDate>\(rfc822())</pubDate>
            \t<dc:creator><![CDATA[\(text(2))]]></dc:creator>
            \t<category><![CDATA[\(text(1))]]></category>

            """
        guard isEpisode else {
            return beginning + """
                \t<description><![CDATA[\(text(30))]]></description>
                \t<content:encoded><![CDATA[\(article())]]></content:encoded>
                \t<media:thumbnail url="https://media.example.org/\(number).jpg"/>
                </item>

                """
        }
        return beginning + """
            \t<description>\(escaped(article()))</description>
            \t<enclosure url="https://media.example.org/\(number).mp3" length="\(number)" type="audio/mpeg"/>
            \t<itunes:duration>1:02:03</itunes:duration>
            </item>

            """
    }

    private mutating func atom(_ count: Int, isXHTML: Bool) -> String {
        var output = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="https://example.org/">
            <title>\(text(3))</title><id>tag:example.org,2024:feed</id><updated>\(iso())</updated>
            <link href="/"/><link rel="self" href="/feed.atom"/><author><name>\(text(2))</name></author>

            """
        for _ in 0..<count {
            let number = number(1...1_000_000)
            let content =
                isXHTML
                ? "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">\(article())</div></content>"
                : "<content type=\"html\">\(escaped(article()))</content>"
            output += """
                <entry>
                <title type="html">\(escaped(text(7))) &amp;amp; co</title>
                <id>tag:example.org,2024:/post/\(number)</id>
                <link rel="alternate" type="text/html" href="/post/\(number)"/>
                <published>\(iso())</published>
                <updated>\(iso())</updated>
                <category term="\(text(1))"/>
                <summary>\(text(20))</summary>
                \(content)
                </entry>

                """
        }
        return output + "</feed>\n"
    }

    private mutating func rdf(_ count: Int) -> String {
        var output = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel rdf:about="https://example.org/"><title>\(text(3))</title><link>https://example.org/</link></channel>

            """
        for _ in 0..<count {
            let number = number(1...1_000_000)
            output += """
                <item rdf:about="https://example.org/\(number)"><title>\(text(8))</title>\
                <link>https://example.org/\(number)</link><description>\(escaped(article()))</description>\
                <dc:creator>\(text(2))</dc:creator><dc:date>\(iso())</dc:date></item>

                """
        }
        return output + "</rdf:RDF>\n"
    }
}
