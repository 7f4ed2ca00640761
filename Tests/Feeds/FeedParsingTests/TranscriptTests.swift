import FeedParsing
import Testing

@Suite struct TranscriptTests {
    private func paragraphs(_ file: String) -> [String]? {
        Transcript.text(of: PageDecoder.bytes(of: Array(file.utf8), contentType: nil)).map {
            String(decoding: $0, as: UTF8.self).split(separator: "\n\n" as Substring).map(String.init)
        }
    }

    /// Returns a WebVTT file with one cue for each text.
    private func cues(_ texts: [String]) -> String {
        "WEBVTT\n\n" + texts.map { "00:01.000 --> 00:02.000 align:start\n\($0)\n\n" }.joined()
    }

    @Test("Times, notes, styles and tags of WebVTT are left out; the names of voices stay")
    func webVTT() {
        let file = """
            WEBVTT - Harbour

            NOTE by hand
            not spoken

            STYLE
            ::cue { color: red }

            1
            00:00:01.000 --> 00:00:04.000
            <v Ada Lovelace>Good <i>morning</i>,

            2
            00:00:04.000 --> 00:00:06.500
            fog &amp; rain.

            00:06.500 --> 00:09.000
            <v.loud Grace Hopper>I see <00:07.000><c.yellow>none</c>.</v>
            <v Ada Lovelace>3 < 4</v>
            """
        #expect(
            paragraphs(file) == [
                "Ada Lovelace: Good morning, fog & rain.", "Grace Hopper: I see none.", "Ada Lovelace: 3 < 4",
            ])
    }

    @Test("Numbers and positions of SubRip are left out, even if empty lines between cues are missing")
    func subRip() {
        let file =
            "\u{FEFF}1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}The tide\r\n2\r\n"
            + "00:00:02,500 --> 00:00:03,000\r\nis at\r\n10\r\n\r\n3\r\n00:00:03,000 --> 00:00:04,000\r\ntoday.\r\n"
        #expect(paragraphs(file) == ["The tide is at 10 today."])
    }

    @Test(
        "JSON of the podcast namespace, of Whisper and of Podlove is read",
        arguments: [
            #"{"version":"1.0.0","segments":[{"speaker":"Ada","startTime":0.5,"body":"Fog"},"#
                + #"{"speaker":"Ada","startTime":1,"body":"again."},{"speaker":"Grace","startTime":2,"body":"Yes."}]}"#,
            #"{"text":"…","segments":[{"id":0,"start":0,"text":" Ada: Fog again."},{"start":1,"text":" Grace: Yes."}]}"#,
            #"[{"start":"00:01","speaker":"Ada","text":"Fog again."},{"start":"00:02","speaker":"Grace","text":"Yes."}]"#,
        ])
    func json(_ file: String) {
        #expect(paragraphs(file) == ["Ada: Fog again.", "Grace: Yes."])
    }

    @Test("A speaker's name begins a paragraph once, and so does a mark for a change of speaker")
    func speakers() {
        let file = cues([
            "ADA LOVELACE: Fog.", "ADA LOVELACE: Again.", "&gt;&gt; GRACE: Where?", "So here: nowhere.",
            "- Who?\n- Me.",
            "Ada:", "It is 10:30.",
        ])
        #expect(
            paragraphs(file) == [
                "ADA LOVELACE: Fog. Again.", "GRACE: Where? So here: nowhere.", "Who?", "Me.", "Ada: It is 10:30.",
            ])
    }

    @Test("A long paragraph ends at the end of a sentence, or at its maximum length")
    func longParagraphs() {
        let sentences = paragraphs(cues((0..<39).flatMap { ["The ferry \($0) leaves", "the harbour at ten."] })) ?? []
        #expect(sentences.count == 3 && sentences.allSatisfy { $0.hasSuffix("ten.") && $0.utf8.count < 600 })
        let words = paragraphs(cues((0..<400).map { "word \($0)" })) ?? []
        #expect(words.count == 3 && words.allSatisfy { $0.utf8.count < 1_600 })
    }

    @Test("Roll-up captions are read once, but a short reply may occur twice")
    func rolling() {
        let file = cues([
            "The fog comes in.", "The fog comes in.", "The fog comes in.\n<c>The ferry waits.</c>", "No.", "No.",
        ])
        #expect(paragraphs(file) == ["The fog comes in. The ferry waits. No. No."])
    }

    @Test("Chinese and Japanese words are joined without spaces")
    func ideographs() {
        #expect(paragraphs(cues(["霧が", "深い。", "Fog", "霧"])) == ["霧が深い。 Fog 霧"])
    }

    @Test("Characters that would control a terminal are left out")
    func unsafe() {
        let json = #"[{"start":0,"speaker":"A\u001b[2Jda","text":"Fog\u202e\n\nagain"}]"#
        #expect(paragraphs(json) == ["A[2Jda: Fog again"])
        #expect(paragraphs(cues(["Fog&#27;[2J&#x202E; again"])) == ["Fog[2J again"])
    }

    @Test(
        "Other files are not transcripts",
        arguments: [
            "", "WEBVTT\n\n", "A text\n1 --> 2\n\nof a page", "1. One\n2 --> 3: Two", "<p>00:01 --> 00:02</p>", "{}",
            #"{"segments":[{"body":"Fog"}]}"#, #"[{"text":"Fog"}]"#, #"{"segments":[{"startTime":1,"body":"Fo"#,
        ])
    func others(_ file: String) {
        #expect(paragraphs(file) == nil)
    }

    @Test(arguments: [
        ("text/vtt; charset=utf-8", "/a", true), ("application/x-subrip", "/a", true), ("Application/JSON", "/a", true),
        ("application/octet-stream", "/a.SRT?t=1", true), ("binary/octet-stream", "/a.vtt", true),
        ("application/octet-stream", "/a.mp3", false), ("audio/mpeg", "/a.vtt", false), (nil, "/a.vtt", false),
    ])
    func `The media type or the end of the address shows which files may be transcripts`(
        _ type: String?, _ path: String, _ expected: Bool
    ) {
        #expect(Transcript.mayBe(type, at: "https://a.example\(path)") == expected)
    }
}
