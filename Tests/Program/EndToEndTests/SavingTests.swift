import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Addresses saved to read later, rules with a preview, and notifications, from the command line and in the reader.
    @Suite struct SavingTests {
        private static let page = """
            <!DOCTYPE html><html><head><title>The night ferry</title></head><body><article>
            \(String(repeating: "<p>The ferry leaves the harbour at ten, and nobody on board minds the rain.</p>", count: 8))
            </article></body></html>
            """

        private func feed(_ titles: [String]) -> String {
            let items = titles.map { "<item><title>\($0)</title><guid>\($0)</guid><author>Jane Doe</author></item>" }
            return "<rss version='2.0'><channel><title>Harbour</title>\(items.joined())</channel></rss>"
        }

        @Test("lede save stores a page under its title, or offline its address; export leaves the feed out")
        func save() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            let saved = try run("save", origin.url("/ferry"))
            #expect(saved.status == 0 && saved.output == "saved: The night ferry\n")
            #expect(try run("read", "1").output.contains("leaves the harbour at ten"))
            #expect(try run("save", "mailto:a@b.example").status == 1)
            _ = try run("offline", "on")
            let queued = try run("save", origin.url("/later"))
            #expect(queued.output.hasPrefix("saved: http") && queued.errors.contains("the page is queued"))
            #expect(try !run("export").output.contains("lede:saved"))
            #expect(try run("count").output == "2\n")
            let secret = try run("save", "me:hush@h.invalid")
            #expect(secret.output.hasPrefix("saved: h.invalid") && !secret.errors.contains("hush"), "\(secret)")
        }

        @Test("+ in the reader saves an address, and the list shows its title when the page has arrived")
        func saveInReader() async throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: feed(["One"])))
            origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
            try home.subscribe(to: origin.url("/feed"))
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("+")
            try terminal.wait(for: "read later:")
            try terminal.send("-l", origin.url("/ferry"))
            try terminal.send("Enter")
            try terminal.wait(for: "Saved")
            try terminal.send("g", "Enter")
            try terminal.wait(for: "The night ferry")
        }

        @Test("D deletes a saved page; U or saving it again brings it back, but a refresh does not")
        func delete() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: feed(["One", "Two"])))
            origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            #expect(try run("add", origin.url("/feed")).status == 0)
            #expect(try run("save", origin.url("/ferry")).status == 0)
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("g", "Enter")
            try terminal.wait(for: "The night ferry")
            try terminal.send("D")
            try terminal.wait("the list without the page") { lines in
                lines.contains { $0.contains("Deleted the article; U undoes") }
                    && !lines.contains { $0.contains("The night ferry") }
            }
            #expect(try run("refresh", "--force").status == 0)
            #expect(try run("count").output == "2\n")
            try terminal.send("U")
            try terminal.wait("the page again") { lines in
                lines.contains { $0.contains("Article restored") } && lines.contains { $0.contains("The night ferry") }
            }
            #expect(try run("mark", "delete", "2", "3").output == "2 articles deleted\n")
            func deleted(_ arguments: String...) throws -> String {
                try Program.lede(["articles", "--deleted"] + arguments, home: home.url).output
            }
            let numbers = try deleted().split(separator: "\n").compactMap { $0.split(separator: "\t").first }
            #expect(Set(numbers) == ["2", "3"])
            #expect(try deleted("--json").contains("\"date_deleted\""))
            #expect(try run("articles", "--deleted", "--history").status == 64)
            #expect(try run("refresh", "--force").status == 0)
            #expect(try run("count").output == "1\n")
            #expect(try run("save", origin.url("/ferry")).output == "saved: The night ferry\n")
            #expect(try run("mark", "undelete", "2", "3").output == "1 article restored\n")
            #expect(try run("count").output == "3\n")
            #expect(try run("mark", "undelete", "--search", "ferry").status == 64)
        }

        @Test("The pages of the removed feed Saved return as the help of lede remove says")
        func removedFeed() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            for path in ["/ferry", "/pier"] {
                origin.route(path, .response(fields: ["Content-Type": "text/html"], body: Self.page))
            }
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            #expect(try run("save", origin.url("/ferry")).status == 0)
            #expect(try run("remove", "Saved").status == 0)
            #expect(try run("save", origin.url("/pier")).status == 0)
            #expect(try run("count").output == "1\n")
            #expect(try run("mark", "undelete", "1").output == "1 article restored\n")
            #expect(try run("count").output == "2\n")
            let help = try run("remove", "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(help.contains("the feed Saved: `lede save`, then `lede mark undelete`"))
        }

        @Test("lede rules counts what a rule hides or would hide; X in the reader mutes an author")
        func rules() async throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: feed(["One deal", "Two", "Three deals"])))
            try home.subscribe(to: origin.url("/feed"))
            let preview = try Program.lede(["rules", "--try", "title=deals?"], home: home.url)
            #expect(preview.output == "would hide 2 of 3 articles\n")
            let terminal = try TerminalSession(home: home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("g", "Enter")
            try terminal.wait(for: "Two")
            try terminal.send("X")
            try terminal.wait(for: "Hide articles with this")
            try terminal.send("Enter")
            try terminal.wait(for: "Would hide 3 of 3 articles")
            try terminal.send("j", "Enter")
            try terminal.wait("an empty list") { lines in !lines.contains { $0.contains("Three deals") } }
            #expect(try Program.lede(["rules"], home: home.url).output.hasPrefix("3 of 3\t1: author"))
            let shown = try Program.lede(["rules", "--show", "1"], home: home.url).output.split(separator: "\n")
            #expect(shown.count == 3 && shown.allSatisfy { $0.contains("\tHarbour\t") }, "\(shown)")
            #expect(shown.contains { $0.hasSuffix("\tThree deals") })
            // The clocks of these zones are 26 hours apart, so they never show the same day.
            let days = try ["AAA-14", "BBB12"].map { zone in
                try Program.lede(["rules"], home: home.url, environment: ["TZ": zone]).output.split(separator: " ").last
            }
            #expect(days[0] != days[1], "\(days)")
            if FaultLibrary.compiler != nil {
                let later = try FaultLibrary.environment(clockAhead: 8 * 86_400)
                let ended = try Program.lede(["rules"], home: home.url, environment: later).output
                #expect(ended.hasPrefix("0 of 3\t1: author") && ended.contains(" ended "), "\(ended)")
            }
            try terminal.send("U")
            try terminal.wait(for: "Three deals")
        }

        @Test("lede rules --show lists the articles that a rule of config.toml hides")
        func shownRule() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: feed(["One deal", "Two", "Three deals"])))
            try home.subscribe(to: origin.url("/feed"))
            try home.configure("[[kill]]\ntitle = 'nothing'\n\n[[kill]]\ntitle = 'deals?'\n")
            #expect(
                try Program.lede(["rules"], home: home.url).output
                    == "0 of 3\tk1: title=nothing\n2 of 3\tk2: title=deals?\n")
            let shown = try Program.lede(["rules", "--show", "k2"], home: home.url)
            let titles = shown.output.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
            #expect(Set(titles) == ["One deal", "Three deals"] && titles.count == 2, "\(shown)")
            let none = try Program.lede(["rules", "--show=k1"], home: home.url)
            #expect(none.status == 0 && none.output == "")
            let missing = try Program.lede(["rules", "--show", "k3"], home: home.url)
            #expect(missing.status == 1 && missing.errors == "lede: there is no rule k3; lede rules lists them\n")
        }

        @Test("A rule that marks is listed with the stored articles that it matches, and marks articles that arrive")
        func markingRule() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            func run(_ arguments: String...) throws -> Program.Result { try Program.lede(arguments, home: home.url) }
            origin.route("/feed", .response(body: feed(["One deal", "Two"])))
            #expect(try run("add", origin.url("/feed")).status == 0)
            try home.configure("[[mark]]\ntitle = 'deals?'\nread = true\nadd-tag = 'shop'\n")
            #expect(try run("rules").output == "1 of 2\tm1: title=deals? → read, add-tag=shop\n")
            origin.route("/feed", .response(body: feed(["Three deals", "One deal", "Two"])))
            #expect(try run("refresh", "--force").status == 0)
            #expect(try run("count").output == "2\n")
            #expect(try run("count", "--all").output == "3\n")
            #expect(try run("count", "--all", "tag:shop").output == "1\n")
            #expect(try run("rules", "--show", "m1").output.split(separator: "\n").count == 2)
        }

        @Test("After lede refresh the command in [notify] gets title, count and feed as arguments")
        func notify() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/feed", .response(body: feed(["$(touch x)"])))
            let told = home.url.appendingPathComponent("told")
            try home.configure(
                """
                [notify]
                command = ['sh', '-c', 'printf "%s|" "$@" > \(told.path)']
                """)
            let list = home.url.appendingPathComponent("urls")
            try "\(origin.url("/feed"))\n".write(to: list, atomically: true, encoding: .utf8)
            #expect(try Program.lede(["import", list.path], home: home.url).status == 0)
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)
            #expect(try String(contentsOf: told, encoding: .utf8) == "$(touch x)|1|Harbour|")
            try home.configure("[notify]\ncommand = ['/nonexist/x']")
            origin.route("/feed", .response(body: feed(["$(touch x)", "Two"])))
            #expect(
                try Program.lede(["refresh", "--force"], home: home.url).errors
                    == "lede: the notification was not sent: /nonexist/x cannot be run\n")
        }
    }
}
