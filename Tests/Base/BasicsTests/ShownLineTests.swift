import Basics
import Testing

@Suite struct ShownLineTests {
    @Test(
        "A shown line has no secrets",
        arguments: [
            (#"opml-url "https://me:pw@host/opml?token=t""#, #"opml-url "https://host/opml?…""#),
            (#""exec:curl -u me:t https://host/a""#, #""exec:curl -u me:… https://host/a""#),
            ("exec:curl -ume:t --user=me:t x", "exec:curl -ume:… --user=me:… x"),
            (#"set browser "curl %u -u me:t""#, #"set browser "curl %u -u me:…""#),
            ("me:t@host/x tag", "me:…@host/x tag"), ("curl --oauth2-token t x", "curl --oauth2-token … x"),
            ("API_TOKEN=t run --password=t", "API_TOKEN=… run --password=…"),
            (#"curl -H "Authorization: Bearer t" x"#, #"curl -H "Authorization:…"#),
            ("curl -H X-Api-Key:t x", "curl -H X-Api-Key:…"),
        ])
    func secrets(_ line: String, _ shown: String) {
        #expect(ShownLine.of(line) == shown)
        #expect(ShownLine.of(shown) == shown)
    }

    @Test(
        "Other words stay",
        arguments: [
            "exec:~/bin/feed tag", #"query:Unread:unread = "yes""#, "https://host/a tag", "bind-key j down",
            #"ignore-article "*" "title =~ \"me@host\"""#, "", "  two  blanks ", "mail me@host", "download-path `x`",
        ])
    func plain(_ line: String) {
        #expect(ShownLine.of(line) == line)
    }
}
