import Basics
import Testing

@Suite struct ShownLineTests {
    @Test(
        "A displayed line has no secrets",
        arguments: [
            (#"opml-url "https://me:pw@host/opml?token=t""#, #"opml-url "https://host/opml?…""#),
            (#""exec:curl -u me:t https://host/a""#, #""exec:curl -u me:… https://host/a""#),
            ("exec:curl -ume:t --user=me:t x", "exec:curl -ume:… --user=me:… x"),
            (#"set browser "curl %u -u me:t""#, #"set browser "curl %u -u me:…""#),
            ("me:t@host/x tag", "me:…@host/x tag"), ("curl --oauth2-token t x", "curl --oauth2-token … x"),
            ("API_TOKEN=t run --password=t", "API_TOKEN=… run --password=…"),
            (#"curl -H "Authorization: Bearer t" x"#, #"curl -H "Authorization:…"#),
            ("curl -H X-Api-Key:t x", "curl -H X-Api-Key:…"),
            ("curl -H 'X-Auth: t' x", "curl -H 'X-Auth:…"), (#"-d '{\"token\":\"t\"}' x"#, #"-d '{\"token\":…"#),
            ("curl -b 'sid=a t' x", "curl -b … x"), ("--password \"a t\" x", "--password … x"),
            ("curl -u 'me:a t' x", "curl -u 'me:…' x"), ("-d 'user=me&pass=a t' x", "-d 'user=me&pass=…' x"),
            ("--password 'a t", "--password …"),
            ("bind-key\tZ\t\"curl\t-u\tme:t\"", "bind-key\tZ\t\"curl\t-u\tme:…\""),
            ("curl -u  me:t --token \t t x", "curl -u  me:… --token \t … x"),
            (#"set x "--password t"#, #"set x "--password …"#),
            (#"'--token' t "--user=me:t""#, #"'--token' … "--user=me:…""#),
            ("curl -d 'user=me&pass=t' x", "curl -d 'user=me&pass=…' x"), ("--data=pass=t&a=b", "--data=pass=…&a=b"),
            ("curl -b sid=t x", "curl -b … x"), ("curl '-bsid=t' x", "curl '-b…' x"),
            ("--cookie sid=t --session=t --auth=t", "--cookie … --session=… --auth=…"),
            ("--oauth2-bearer t --passphrase t", "--oauth2-bearer … --passphrase …"),
            ("authorization=t", "authorization=…"),
            ("https://host/#access_token=t", "https://host/#…"), (#""https://host/#a?b=t""#, #""https://host/#…""#),
        ])
    func secrets(_ line: String, _ shown: String) {
        #expect(ShownLine.of(line) == shown)
        #expect(ShownLine.of(shown) == shown)
    }

    @Test(
        "Other words stay unchanged",
        arguments: [
            "exec:~/bin/feed tag", #"query:Unread:unread = "yes""#, "https://host/a tag", "bind-key j down",
            #"ignore-article "*" "title =~ \"me@host\"""#, "", "  two  blanks ", "mail me@host", "download-path `x`",
            "a\tb \t c\t", "https://host/a#part", "a&&b & c=d&e=f", "-b", "sh -c 'a -ab'",
        ])
    func plain(_ line: String) {
        #expect(ShownLine.of(line) == line)
    }
}
