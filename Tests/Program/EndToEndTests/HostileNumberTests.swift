import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Numbers from outside at the limits of their types.
    @Suite struct HostileNumberTests {
        private static let largest = "9223372036854775807"

        @Test("The largest Content-Length of a 304 does not crash a refresh, now or later")
        func contentLength() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let fields: KeyValuePairs<String, String> = ["ETag": "\"1\"", "Cache-Control": "no-store"]
            let unchanged = Reply.response(304, fields: ["ETag": "\"1\"", "Content-Length": Self.largest])
            for path in ["/a", "/b"] {
                let feed =
                    "<rss version='2.0'><channel><title>\(path)</title><item><guid>1</guid></item></channel></rss>"
                origin.route(path, inOrder: [.response(fields: fields, body: feed), unchanged])
                try home.subscribe(to: origin.url(path))
            }
            for _ in 1...3 {
                let result = try Program.lede(["refresh", "--force"], home: home.url)
                #expect(result.status == 0, "\(result)")
            }
            #expect(try Program.lede(["status"], home: home.url).status == 0)
        }

        @Test(
            "Numbers of any size in a feed do not crash a command",
            arguments: [
                "99999999999999999999", "-99999999999999999999", "1e300", "nan", largest, "-9223372036854775808",
            ])
        func feed(_ number: String) throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let rss = """
                <rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'
                xmlns:sy='http://purl.org/rss/1.0/modules/syndication/'><channel><title>T</title><ttl>\(number)</ttl>
                <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>\(number)</sy:updateFrequency>
                <skipHours><hour>\(number)</hour></skipHours>
                <item><guid>1</guid><title>One</title><itunes:duration>\(number)</itunes:duration>
                <enclosure url='http://a.test/x' length='\(number)' type='audio/mpeg'/>
                <description><![CDATA[<ol start="\(number)"><li value="\(number)">x<li>y</ol><table><tr>
                <td colspan="\(number)" rowspan="\(number)">z</table><img width="\(number)" height="\(number)" src="/i">]]>
                </description></item></channel></rss>
                """
            let json = """
                {"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","title":"One","attachments":
                [{"url":"http://a.test/x","mime_type":"audio/mpeg","size_in_bytes":\(number),
                "duration_in_seconds":\(number)}]}]}
                """
            for (path, body) in [("/rss", rss), ("/json", json)] {
                let parsed = try Program.lede(["parse", "-"], home: home.url, input: body)
                #expect(parsed.status >= 0, "\(parsed)")
                origin.route(path, .response(body: body))
                #expect(try Program.lede(["add", origin.url(path)], home: home.url).status >= 0)
            }
            let read = try Program.lede(["read", "1"], home: home.url)
            #expect(read.status == 0 && read.output.contains("One"), "\(read)")
        }

        @Test("Numbers of any size on the command line are refused or accepted, and do not crash the program")
        func commandLine() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route(
                "/a", .response(fields: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"], body: "x"))
            for quality in ["nan", "inf", "-inf", "1e300", "0.5"] {
                let field = "Accept-Language: de;q=\(quality), en;q=\(quality)"
                let fetched = try Program.lede(["fetch", "-H", field, origin.url("/a")], home: home.url)
                #expect(fetched.output == "x", "\(fetched)")
            }
            for number in [Self.largest, "0", "-1"] {
                for command in [["articles", "--limit=\(number)"], ["search", "x", "--limit=\(number)"]] {
                    #expect(try Program.lede(command, home: home.url).status == 64)
                }
                #expect(try Program.lede(["rules", "--remove=\(number)"], home: home.url).status == 1)
            }
            #expect(try Program.lede(["read", Self.largest], home: home.url).status == 1)
            for number in [Self.largest, "-1", "10081"] {
                #expect(try Program.lede(["serve", "--refresh-minutes=\(number)"], home: home.url).status == 64)
            }
            for age in ["1e400d", "nand", "-1d", "\(Self.largest)d"] {
                #expect(try Program.lede(["cache", "clear", "--older-than=\(age)"], home: home.url).status == 64)
            }
        }

        @Test("The reader is shown on a terminal that reports a huge size")
        func terminalSize() throws {
            let home = try TemporaryHome()
            let terminal = try TerminalSession(home: home.url, environment: ["COLUMNS": "99999", "LINES": "99999"])
            try terminal.wait(for: "Welcome to lede")
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
