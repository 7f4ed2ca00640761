import ArticleStorage
import Foundation
import Testing

extension EndToEnd {
    @Suite struct FeedNameTests {
        @Test(
            "The number of a removed feed does not name a feed whose title contains it",
            arguments: [
                ["feed", "1", "hidden=true", "--title", "Oops"], ["refresh", "1"], ["articles", "--feed", "1"],
            ])
        func removedNumber(_ arguments: [String]) throws {
            let home = try TemporaryHome()
            let list = "file:///nonexist/a \"~Alpha\"\nfile:///nonexist/b \"~Channel 1\"\n"
            #expect(try Program.lede(["import", "-"], home: home.url, input: list).output == "2 feeds added\n")
            #expect(try Program.lede(["remove", "1"], home: home.url).status == 0)
            let result = try Program.lede(arguments, home: home.url)
            #expect(result.status == 1 && result.errors == "lede: not subscribed: 1\n", "\(result)")
            let channel = try Program.lede(["feed", "channel"], home: home.url).output
            #expect(channel.hasPrefix("title=Channel 1\n") && channel.contains("hidden=false\n"), "\(channel)")
        }

        @Test(
            "A missing feed, article or address is a failure with status 1, not a usage error",
            arguments: [
                (["fetch", "nosuch"], "not an http or https address: nosuch"),
                (["page", "nosuch"], "nosuch: no such file or directory"),
                (["refresh", "nosuch"], "not subscribed: nosuch"), (["refresh", "--force", "7"], "not subscribed: 7"),
                (["feed", "nosuch"], "not subscribed: nosuch"), (["remove", "nosuch"], "not subscribed: nosuch"),
                (["articles", "--feed", "nosuch"], "not subscribed: nosuch"),
                (["refresh", "http://me:hush@h.invalid/"], "not subscribed: http://h.invalid/"),
                (["read", "7"], "article 7 not found"), (["queue", "--remove", "7"], "queue item 7 not found"),
                (["queue", "--pause", "7"], "7 is not an enclosure, whose number begins with e"),
                (["queue", "--first", "e7"], "queue item e7 not found"),
                (["account", "remove", "nosuch"], "no such account: nosuch"),
            ])
        func unknownName(_ arguments: [String], _ problem: String) throws {
            let result = try Program.lede(arguments)
            #expect(result.status == 1 && result.output.isEmpty && result.errors == "lede: \(problem)\n", "\(result)")
        }

        @Test("The message names a feed whose address differs only in the fragment, as in accounts")
        func fragment() throws {
            let home = try TemporaryHome()
            let address = "https://host.invalid/feed"
            _ = try Program.lede(["import", "-"], home: home.url, input: "\(address)#2 \"~Alpha\"\n")
            let result = try Program.lede(["remove", address], home: home.url)
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors == "lede: not subscribed to \(address), only to \(address)#2 (number 1)\n")
        }

        @Test("No one-letter title is suggested for a number")
        func shortTitle() throws {
            let home = try TemporaryHome()
            _ = try Program.lede(["import", "-"], home: home.url, input: "file:///nonexist/b \"~B\"\n")
            #expect(try Program.lede(["feed", "7"], home: home.url).errors == "lede: not subscribed: 7\n")
        }

        @Test("A number that is the complete title of a feed names that feed")
        func wholeTitle() throws {
            let home = try TemporaryHome()
            let list = "file:///nonexist/a \"~Alpha\"\nfile:///nonexist/b \"~1984\"\n"
            _ = try Program.lede(["import", "-"], home: home.url, input: list)
            let feed = try Program.lede(["feed", "1984"], home: home.url).output
            #expect(feed.hasPrefix("title=1984\n"), "\(feed)")
        }

        @Test("Adding a known feed with a login says that the feed has this login, but not the password")
        func knownLogin() throws {
            let home = try TemporaryHome()
            let address = "http://me:hush@h.invalid/feed"
            _ = try Program.lede(["import", "-"], home: home.url, input: "\(address)\n")
            let added = try Program.lede(["add", address], home: home.url)
            #expect(added.status == 0 && added.errors.isEmpty)
            #expect(added.output == "already subscribed, with this login: http://h.invalid/feed\n", "\(added)")
        }

        @Test("Options of lede add that do not apply to a known feed are reported")
        func knownFeed() throws {
            let home = try TemporaryHome()
            try home.subscribe(to: "exec:m")
            let plain = try Program.lede(["add", "exec:m"], home: home.url)
            #expect(plain.status == 0 && plain.output == "already subscribed: exec:m\n" && plain.errors.isEmpty)
            for options in [["exec:new"], ["file:///a.xml"], ["new", "--command", "cat a.xml"]] {
                let synced = try Program.lede(
                    ["add"] + options + ["--account", "https://reader.example"], home: home.url)
                #expect(synced.status == 64 && synced.errors.contains("--account is for a feed that a server fetches"))
            }
            let command = try Program.lede(["add", "exec:m", "--command", "cat a.xml"], home: home.url)
            #expect(command.status == 1)
            #expect(command.errors == "lede: not applied: --command; write lede feed exec:m command=…\n")
            #expect(try Program.lede(["offline", "on"], home: home.url).status == 0)
            let address = "https://host.invalid/feed"
            _ = try Program.lede(["add", address], home: home.url)
            let moved = try Program.lede(["add", address, "--folder", "X", "--title", "Y"], home: home.url)
            #expect(moved.status == 1)
            #expect(
                moved.errors == """
                    lede: not applied: --title, --folder; write lede feed \(address) --title … --folder …

                    """)
        }

        @Test("A program's feed with a bare name gets an address, and survives lede export and lede import")
        func bareName() throws {
            let (home, other) = (try TemporaryHome(), try TemporaryHome())
            let add = ["add", "mail", "--title", "Post", "--command", "cat a.xml"]
            let added = try Program.lede(add, home: home.url)
            #expect(added.output == "exec:mail: added; lede refresh reads it\n", "\(added)")
            #expect(try Program.lede(["feed", "mail"], home: home.url).output.hasPrefix("title=Post\n"))
            let list = try Program.lede(["export"], home: home.url).output
            let imported = try Program.lede(["import", "-"], home: other.url, input: list)
            #expect(imported.status == 0 && imported.output == "1 feed added\n", "\(imported)")
        }

        @Test("A program's feed that an earlier version stored under its bare name is not added again")
        func storedBareName() throws {
            let home = try TemporaryHome()
            _ = try Program.lede(["list"], home: home.url)
            do {
                let store = try ArticleStore(path: home.url.appendingPathComponent("data/library.sqlite").path)
                _ = try store.add(NewSubscription(feedURL: "mail"))
            }
            let again = try Program.lede(["add", "mail", "--command", "cat a.xml"], home: home.url)
            #expect(again.output == "already subscribed: mail\n", "\(again)")
        }

        @Test("Repeating lede add succeeds if the feed has the given title, folder and program")
        func addedAgain() throws {
            let home = try TemporaryHome()
            let program = ["add", "exec:m", "--command", "cat 'a b.xml'", "--folder", "F"]
            #expect(try Program.lede(program, home: home.url).status == 0)
            let again = try Program.lede(program, home: home.url)
            #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
            #expect(again.output == "already subscribed: exec:m\n")
            #expect(try Program.lede(["offline", "on"], home: home.url).status == 0)
            let address = "https://host.invalid/feed?a=1&b=2"
            let add = ["add", address, "--title", "T", "--folder", "F/G"]
            #expect(try Program.lede(add, home: home.url).status == 0)
            let same = try Program.lede(add, home: home.url)
            #expect(same.status == 0 && same.errors.isEmpty, "\(same)")
            let moved = try Program.lede(["add", address, "--title", "T", "--folder", "X"], home: home.url)
            #expect(moved.status == 1)
            #expect(moved.errors == "lede: not applied: --folder; write lede feed '\(address)' --folder …\n")
        }

        @Test("A feed takes one row of a list, even if its title and folder were given with tabs and line breaks")
        func oneRow() throws {
            let home = try TemporaryHome()
            let names = ["--title", "One\ttwo\nthree", "--folder", "A\r\nB/\tC\n"]
            #expect(try Program.lede(["add", "exec:m", "--command", "true"] + names, home: home.url).status == 0)
            let row = "0\t0\tA B/C/One two three\texec:m\n"
            #expect(try Program.lede(["list"], home: home.url).output == row)
            #expect(try Program.lede(["feed", "1"] + names, home: home.url).status == 0)
            #expect(try Program.lede(["list"], home: home.url).output == row)
        }

        @Test("A title of nothing but spaces is none, for a new feed and for a known one", arguments: ["", " \t "])
        func blankTitle(_ title: String) throws {
            let home = try TemporaryHome()
            let add = ["add", "exec:m", "--command", "true", "--title", title]
            #expect(try Program.lede(add, home: home.url).status == 0)
            let row = try Program.lede(["list"], home: home.url).output
            #expect(row == "0\t0\texec:m\texec:m\n")
            #expect(try Program.lede(["feed", "1", "--title", "Mine"], home: home.url).status == 0)
            #expect(try Program.lede(["feed", "1", "--title", title], home: home.url).status == 0)
            #expect(try Program.lede(["list"], home: home.url).output == row)
        }

        @Test(
            "For an empty library a terminal gets one line, and a pipe gets nothing",
            arguments: ["list", "articles"])
        func emptyLibrary(_ command: String) throws {
            let home = try TemporaryHome()
            #expect(try Program.lede([command], home: home.url).output.isEmpty)
            let terminal = try TerminalSession(home: home.url, arguments: [command])
            try terminal.wait(for: "no feeds yet: lede add URL")
        }

        @Test(
            "A setting without a value, or a mistyped one, is reported with its form or a similar one, and nothing changes",
            arguments: [
                ("order", "write order=VALUE"), ("address", "write address=URL"),
                ("title=Weekly", "write --title TITLE"), ("folder=A/B", "write --folder FOLDER"),
                ("ordr=oldest", "no setting “ordr”; did you mean “order”?"), ("xyzzy=1", "no setting “xyzzy”"),
                ("address=https://c.invalid/", "give one address"),
                ("address=default", "an address has no default: write address=URL"),
            ])
        func wrongSettings(_ change: String, _ problem: String) throws {
            let home = try TemporaryHome()
            #expect(try Program.lede(["add", "exec:m", "--command", "cat a.xml"], home: home.url).status == 0)
            let before = try Program.lede(["feed", "exec:m"], home: home.url).output
            var words = ["feed", "exec:m", "--title", "Other", "--folder", "F", "hidden=true", change]
            if change.hasPrefix("address=") { words.append("address=https://d.invalid/") }
            let result = try Program.lede(words, home: home.url)
            #expect(result.status == 64 && result.errors == "lede: \(problem) (see lede feed --help)\n")
            #expect(try Program.lede(["feed", "exec:m"], home: home.url).output == before)
        }
    }
}
