import FeedModel
import FeedParsing
import Testing

@Suite struct MediaTests {
    @Test(arguments: [
        ("length='1234'", 1_234), ("length=''", nil), ("length='-1'", nil), ("length='12,345 bytes'", 12_345),
        ("length='99999999999999999999999'", nil), ("", nil),
    ])
    func `The length of an enclosure is a number of bytes`(_ attribute: String, _ size: Int64?) throws {
        let found = try item("<enclosure url=' /a.mp3 ' type='audio/mpeg' \(attribute)/>")
        #expect(found?.enclosures == [Enclosure(url: "https://example.org/a.mp3", mimeType: "audio/mpeg", size: size)])
    }

    @Test(arguments: [
        ("1:02:03", 3_723), ("62:03", 3_723), ("3723", 3_723), ("02:03", 123), ("61.5", 61.5), ("", nil), ("long", nil),
        ("1:2:3:4", nil), ("-5", nil),
    ])
    func `A duration is a number of seconds, or has colons`(_ text: String, _ seconds: Double?) throws {
        let found = try item("<enclosure url='a.mp3'/><itunes:duration>\(text)</itunes:duration>")
        #expect(found?.enclosures.first?.duration == seconds)
    }

    @Test("Media elements may be nested in either order") func mediaNestEitherWay() throws {
        for source in [
            "<media:group><media:content url='/v.mp4' type='video/mp4'/><media:thumbnail url='/t.jpg'/></media:group>",
            "<media:content url='/v.mp4' type='video/mp4'><media:thumbnail url='/t.jpg'/></media:content>",
            "<media:thumbnail url='/t.jpg'/><media:content url='/v.mp4' type='video/mp4'></media:content>",
        ] {
            let found = try item(source)
            #expect(found?.enclosures.map(\.url) == ["https://example.org/v.mp4"])
            #expect(found?.imageURL == "https://example.org/t.jpg")
        }
    }

    @Test("A file that two elements name is one enclosure with the data of both") func filesNamedTwice() throws {
        let file = "<enclosure url='/a.mp3' length='5'/>"
        let rendition = "<media:content url='/a.mp3' type='audio/mpeg'/>"
        let other = "<media:content url='/b.mp3' type='audio/mpeg'/>"
        let sources = [file + other + rendition, other + rendition + file, rendition + other + file + file + rendition]
        for source in sources {
            let enclosures = try item(source)?.enclosures
            #expect(
                enclosures == [
                    Enclosure(url: "https://example.org/a.mp3", mimeType: "audio/mpeg", size: 5),
                    Enclosure(url: "https://example.org/b.mp3", mimeType: "audio/mpeg"),
                ])
        }
    }

    @Test("A Flash film is not an enclosure; the item's link and picture stay") func flash() throws {
        let found = try item(
            """
            <link>https://www.youtube.com/watch?v=a</link><media:group>
            <media:content url='https://www.youtube.com/v/a?version=3' type='Application/X-Shockwave-Flash'/>
            <media:content url='/v.mp4' type='video/mp4'/>
            <media:thumbnail url='/t.jpg'/></media:group><enclosure url='/f' type='application/x-shockwave-flash'/>
            """)
        #expect(found?.enclosures.map(\.url) == ["https://example.org/v.mp4"])
        #expect(found?.url == "https://www.youtube.com/watch?v=a" && found?.imageURL == "https://example.org/t.jpg")
    }

    @Test("The author's portrait in feeds of WordPress.com is neither an enclosure nor the picture")
    func portrait() throws {
        let portrait = "<media:content url='https://0.gravatar.com/avatar/f1?s=96&amp;d=identicon' medium='image'/>"
        let found = try item("\(portrait)<media:content url='/fog.jpg' medium='image'/>")
        #expect(found?.enclosures.map(\.url) == ["https://example.org/fog.jpg"])
        #expect(found?.imageURL == "https://example.org/fog.jpg")
        #expect(try item(portrait)?.imageURL == nil)
    }

    @Test(
        "The author's portrait in feeds of GitHub and GitLab is not the picture of an entry",
        arguments: ["height='30' width='30' url='/u/1?s=60'", "url='https://secure.gravatar.com/avatar/f1?s=80'"])
    func portraitOfEntry(_ attributes: String) throws {
        let portrait = "<media:thumbnail \(attributes)/>"
        #expect(try item(portrait)?.imageURL == nil)
        let found = try item("\(portrait)<media:thumbnail width='72' url='/fog.jpg'/>")
        #expect(found?.imageURL == "https://example.org/fog.jpg")
        let unknown = "<media:thumbnail width='0' height='0' url='/fog.jpg'/>"
        #expect(try item(unknown)?.imageURL == "https://example.org/fog.jpg")
    }

    @Test(
        "The title of a picture does not become the title of an untitled item",
        arguments: [
            ("url='https://0.gravatar.com/avatar/f1?s=96' medium='image'", nil),
            ("url='/a.jpg' type='image/jpeg'", nil), ("url='/a.mp4' type='video/mp4'", "Title"),
        ])
    func titlesOfPictures(_ attributes: String, _ title: String?) throws {
        let found = try item(
            """
            <media:content \(attributes)><media:title type='html'>Title</media:title></media:content>
            <description>Out again</description>
            """)
        #expect(found?.title == title)
        #expect(found?.contentText == "Out again")
    }

    @Test("A server's Flash film is not an enclosure either") func servedFlash() {
        var served = ServedItem()
        served.guid = "1"
        served.enclosures = [
            Enclosure(url: "https://example.org/f", mimeType: "application/x-shockwave-flash"),
            Enclosure(url: "https://example.org/v.mp4", mimeType: "video/mp4"),
        ]
        #expect(served.item(base: nil).enclosures.map(\.url) == ["https://example.org/v.mp4"])
    }

    @Test("Soft hyphens are removed from a server's titles") func servedTitle() {
        #expect(ServedItem.title("Zeit\u{AD}reise") == "Zeitreise")
        #expect(ServedItem.title("<b>Zeit</b>&shy;reise") == "Zeitreise")
        #expect(ServedItem.title("\u{AD}") == nil)
    }

    @Test("The description of a file is its title, but the description of a group of files is not")
    func fileDescriptions() throws {
        let boat = "<media:description type='plain'>A boat &amp; fog</media:description>"
        let found = try item(
            """
            <description>Out again</description>
            <media:content url='/a.png' type='image/png' medium='image'>\(boat)</media:content>
            <media:group><media:content url='/b.mp4'/>\(boat)</media:group>
            <media:content url='javascript:x'>\(boat)</media:content>
            """)
        #expect(found?.enclosures.map(\.title) == ["A boat & fog", nil])
        #expect(found?.summary == nil)
    }

    @Test(
        "The best readable transcript of an episode comes after its files",
        arguments: [
            ("<podcast:transcript url='/t.vtt' type='text/vtt' rel='captions'/>", "t.vtt", "text/vtt"),
            (
                "<p:transcript xmlns:p='https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md' "
                    + "url='/t.srt' type='Application/SRT; charset=utf-8'></p:transcript>", "t.srt", "application/srt"
            ),
            (
                "<podcast:transcript url='/t.pdf' type='application/pdf'/><podcast:transcript url='/t' type='text/html'/>"
                    + "<podcast:transcript url='/t.json' type='application/json'/>"
                    + "<podcast:transcript url='/t.srt' type='application/x-subrip'/>", "t.json", "application/json"
            ),
            (
                "<podcast:transcript url='/de.txt' type='text/plain' language='de'/>"
                    + "<podcast:transcript url='/en.vtt' type='text/vtt' language='en'/>"
                    + "<podcast:transcript url='/de.srt' type='application/srt' language='DE'/>", "de.srt",
                "application/srt"
            ),
        ])
    func transcripts(_ elements: String, _ name: String, _ type: String) throws {
        let found = try #require(
            try item("<link>/episode</link>\(elements)<enclosure url='/e.mp3'/><itunes:duration>61</itunes:duration>"))
        let transcript = Enclosure(url: "https://example.org/\(name)", mimeType: type, title: "Transcript")
        #expect(found.enclosures == [Enclosure(url: "https://example.org/e.mp3", duration: 61), transcript])
        #expect(found.transcript == transcript && found.fullTextURL == transcript.url)
        #expect(found.files.map(\.url) == ["https://example.org/e.mp3"])
    }

    @Test(
        "A file that is not a transcript stays an enclosure or is left out",
        arguments: [
            ("<podcast:transcript url='/t.pdf' type='application/pdf'/>", 0),
            ("<podcast:transcript type='text/vtt'/>", 0),
            ("<podcast:transcript url='javascript:x' type='text/vtt'/>", 0),
            ("<x:transcript url='/t' type='text/vtt'/>", 0),
            ("<enclosure url='/t.txt' type='text/plain'/>", 1),
            ("<enclosure url='/t.mp3' type='audio/mpeg' title='Transcript'/>", 1),
            ("<enclosure url='ftp://a.example/t.vtt' type='text/vtt' title='Transcript'/>", 1),
        ])
    func noTranscript(_ element: String, _ count: Int) throws {
        let found = try #require(try item("<link>/episode</link>\(element)"))
        #expect(found.transcript == nil && found.files.count == count && found.enclosures.count == count)
        #expect(found.fullTextURL == "https://example.org/episode")
    }

    @Test("A single picture is the item's picture") func singlePictureIsItemsPicture() throws {
        let found = try item("<media:content url='/p.jpg' medium='image'/>")
        #expect(found?.imageURL == "https://example.org/p.jpg")
        #expect(try item("<itunes:image href='/p.jpg'/>")?.imageURL == "https://example.org/p.jpg")
    }

    @Test("The feed's picture does not become an item's") func theFeedsPictureIsNotAnItems() throws {
        let bytes = rss(
            """
            <item><image><url>/item.png</url></image></item>
            <image><title>t</title><url>/feed.png</url><link>/elsewhere</link></image><link>/home</link>
            """)
        let feed = try FeedParser.parse(bytes, url: "https://example.org/")
        #expect(feed.iconURL == "https://example.org/feed.png")
        #expect(feed.items.first?.imageURL == "https://example.org/item.png")
        #expect(feed.homePageURL == "https://example.org/home")
        #expect(feed.title == "A feed")
    }

    private static let chapters = """
        <psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">
        <psc:chapter start="00:00:00.000" title="Welcome"/><psc:chapter start="03:07.250" title="Fish &amp;lt; chips"
        href="/chips"></psc:chapter><psc:chapter start="soon" title="Never"/><psc:chapter start="99"/>
        <psc:chapter start="01:02:09" title=" The  end " href="javascript:x"/></psc:chapters>
        """

    @Test(
        "The chapters of an episode are listed below its text, unless the text names their times",
        arguments: [
            (
                "<description>&lt;p>Notes&lt;/p></description>",
                "<p>Notes</p><h3>Chapters</h3><ul><li>0:00 Welcome</li><li>3:07 "
                    + "<a href=\"https://example.org/chips\">Fish &amp;lt; chips</a></li><li>1:02:09 The end</li></ul>"
            ),
            (
                "<description>&lt;p>0:00 Hello, 01:02:09 bye&lt;/p></description>",
                "<p>0:00 Hello, 01:02:09 bye</p>"
            ),
            (
                "<description>&lt;p>Sent at 11:02:09&lt;/p></description>",
                "<p>Sent at 11:02:09</p><h3>Chapters</h3><ul><li>0:00 Welcome</li><li>3:07 "
                    + "<a href=\"https://example.org/chips\">Fish &amp;lt; chips</a></li><li>1:02:09 The end</li></ul>"
            ),
        ])
    func chaptersOfEpisode(_ body: String, _ html: String) throws {
        #expect(try item(body + Self.chapters)?.contentHTML == html)
        #expect(try item(Self.chapters + body)?.contentHTML == html)
    }

    @Test("The chapters of an episode with a plain text, or without one, are listed too")
    func chaptersAlone() throws {
        let plain = try #require(try entry("<content type='text'>Notes</content>" + Self.chapters))
        #expect(plain.contentText == "Notes\n\nChapters\n0:00 Welcome\n3:07 Fish &lt; chips\n1:02:09 The end")
        #expect(try item("<guid>1</guid>" + Self.chapters)?.contentHTML?.hasPrefix("<h3>Chapters</h3>") == true)
    }

    @Test("The parser reads polling hints") func hintsAreTaken() throws {
        let hints = try FeedParser.parse(
            rss(
                """
                <ttl>90</ttl><skipHours><hour>3</hour><hour>24</hour><hour>77</hour></skipHours>
                <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>
                """)
        ).hints
        #expect(hints.ttl == 90)
        #expect(hints.skipHours == [0, 3])
        #expect(hints.updateInterval == 21_600)
    }
}
