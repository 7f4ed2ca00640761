import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// `lede pack --remove`.
    @Suite struct UnpackTests {
        @Test(
            "is:packed unpacks incomplete articles, too; by itself, it also unpacks articles that a rule hides",
            arguments: ["is:packed", "IS:Aboard"])
        func everything(_ search: String) throws {
            let journey = try PackedJourney(articles: 3)
            for number in 0..<2 { journey.origin.route("/page\(number)", .response(500)) }
            #expect(try journey.lede("pack").status == 1)
            func counts() throws -> [Int?] {
                let status = try journey.status()
                return ["aboard", "partly"].map { status[$0] as? Int }
            }
            #expect(try counts() == [1, 2])
            let one = try journey.lede("pack", "--remove", "\(search) \"Ferry 0\"")
            #expect(one.output == "unpacked: 1 article\n")
            #expect(try counts() == [1, 1])
            try journey.home.configure("[[kill]]\ntitle = \"Ferry 1\"\n")
            #expect(try journey.lede("pack", "--remove", search).output == "unpacked: 2 articles\n")
            #expect(try counts() == [0, 0])
        }

        @Test("A running reader shows which articles another process packs and unpacks")
        func otherProcess() throws {
            let journey = try PackedJourney(articles: 2)
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait(for: "Ferry 1")
            #expect(try journey.lede("pack").status == 0)
            try terminal.wait("two marks") { $0.count { $0.contains("▪") && $0.contains("Ferry") } == 2 }
            #expect(try journey.lede("pack", "--remove", "is:packed").status == 0)
            try terminal.wait("no mark") { lines in !lines.contains { $0.contains("▪") } }
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("In a new library nothing is packed, until the stored pictures are packed again")
        func newLibrary() throws {
            let journey = try PackedJourney(articles: 3)
            #expect(try journey.lede("pack").status == 0)
            for suffix in ["", "-wal", "-shm"] {
                let file = journey.home.url.appendingPathComponent("data/library.sqlite\(suffix)")
                try? FileManager.default.removeItem(at: file)
            }
            #expect(try journey.lede("add", journey.origin.url("/feed")).status == 0)
            #expect(try journey.lede("search", "is:packed").output.isEmpty)
            #expect(try journey.lede("pack").status == 0)
            #expect(try journey.status()["aboard"] as? Int == 3)
            #expect(journey.origin.requests(to: "/own0.png").count == 1, "its picture was still stored")
        }

        @Test("Deleted articles do not count as packed until they are restored")
        func deleted() throws {
            let journey = try PackedJourney(articles: 4)
            journey.origin.route("/page1", .response(500))
            _ = try journey.lede("pack")
            func counts() throws -> [Int?] {
                let status = try journey.status()
                return ["aboard", "partly", "pictures"].map { status[$0] as? Int }
            }
            let before = try counts()
            #expect(before.prefix(2) == [3, 1])
            let deletion = try journey.lede("mark", "delete", "--search", "\"Ferry 1\" or \"Ferry 3\"")
            #expect(deletion.output == "2 articles deleted\n")
            #expect(try counts() == [2, 0, before[2]], "the files are there until the next run")
            let deleted = try journey.lede("articles", "--deleted").output.split(separator: "\n")
            for line in deleted {
                let number = try #require(line.split(separator: "\t").first.map(String.init))
                #expect(try journey.lede("mark", "undelete", number).status == 0)
            }
            #expect(try counts() == before)
        }
    }
}
