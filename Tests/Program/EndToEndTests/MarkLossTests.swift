import Foundation
import GRDB
import Glibc
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// A visible mark is never lost.
    @Suite struct MarkLossTests {
        private let home: TemporaryHome
        private let origin: Origin

        init() throws {
            home = try TemporaryHome()
            origin = try Origin()
            let items = (1...9).map { "<item><guid>\($0)</guid><title>Article \($0)</title></item>" }
            origin.route(
                "/feed",
                .response(body: "<rss version='2.0'><channel><title>Gazette</title>\(items.joined())</channel></rss>"))
            try home.subscribe(to: origin.url("/feed"))
        }

        private func reader(reportsStatus: Bool = false) throws -> TerminalSession {
            let terminal = try TerminalSession(home: home.url, reportsStatus: reportsStatus)
            try terminal.wait(for: "Gazette")
            try terminal.send("G", "Enter")
            try terminal.wait("the articles") { $0[0].contains("Gazette") && $0.contains { $0.contains("Article 1") } }
            return terminal
        }

        private func starred() throws -> Int {
            try Program.lede(["articles", "--starred"], home: home.url).output.split(separator: "\n").count
        }

        private func library() throws -> DatabaseQueue {
            var configuration = GRDB.Configuration()
            // The transaction stays open for several statements, like one of another process.
            configuration.allowsUnsafeTransactions = true
            // The reader may be writing when the test asks for the lock.
            configuration.busyMode = .timeout(5)
            return try DatabaseQueue(
                path: home.url.appendingPathComponent("data/library.sqlite").path, configuration: configuration)
        }

        @Test("A painted mark survives kill -9, even while another process locks the library")
        func killed() throws {
            let terminal = try reader()
            let process = try #require(pid_t(terminal.state("#{pane_pid}")))
            let library = try library()
            try library.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                _ = try terminal.send("s", until: "★")
                kill(process, SIGKILL)
                try terminal.waitForExit()
                try database.execute(sql: "ROLLBACK")
            }
            #expect(try starred() == 1)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: home.url.appendingPathComponent("data").path)
            #expect(!names.contains { $0.contains("-marks-") })
        }

        @Test("Q quits at once while another process locks the library, and the marks are written later")
        func quit() throws {
            let terminal = try reader()
            let library = try library()
            try library.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                _ = try terminal.send("s", until: "★")
                let start = ContinuousClock.now
                try terminal.send("Q")
                try terminal.waitForExit()
                #expect(ContinuousClock.now - start < .seconds(3))
                try database.execute(sql: "ROLLBACK")
            }
            #expect(try starred() == 1)
        }

        private func deleted() throws -> Int {
            try Program.lede(["articles", "--deleted"], home: home.url).output.split(separator: "\n").count
        }

        @Test("A deletion, and its undo, are written later if the library is locked until the reader has ended")
        func deletion() throws {
            let library = try library()
            func quitsLocked(_ terminal: TerminalSession, _ key: String) throws {
                try library.writeWithoutTransaction { database in
                    try database.execute(sql: "BEGIN IMMEDIATE")
                    try terminal.send(key)
                    try terminal.send("Q")
                    try terminal.waitForExit()
                    #expect(try terminal.exitStatus() == "0")
                    try database.execute(sql: "ROLLBACK")
                }
            }
            let first = try reader(reportsStatus: true)
            try first.send("D")
            try first.wait(for: "Deleted the article")
            #expect(try deleted() == 1)
            try quitsLocked(first, "U")
            #expect(try deleted() == 0)
            try quitsLocked(reader(reportsStatus: true), "D")
            #expect(try deleted() == 1)
        }

        @Test("A deletion that is undone while the library is locked is not applied after the reader has ended")
        func undoneDeletion() throws {
            let terminal = try reader(reportsStatus: true)
            let library = try library()
            try library.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                try terminal.send("D", "U", "Q")
                try terminal.waitForExit()
                #expect(try terminal.exitStatus() == "0")
                try database.execute(sql: "ROLLBACK")
            }
            #expect(try deleted() == 0)
        }

        @Test("A reader starts while another process locks the library, and shows waiting marks once it is free")
        func lockedStart() throws {
            let first = try reader()
            let process = try #require(pid_t(first.state("#{pane_pid}")))
            let library = try library()
            try library.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                _ = try first.send("s", until: "★")
                kill(process, SIGKILL)
                try first.waitForExit()
                let start = ContinuousClock.now
                let second = try reader()
                #expect(ContinuousClock.now - start < .seconds(8))
                try database.execute(sql: "ROLLBACK")
                try second.wait(for: "★")
                try second.send("Q")
                try second.waitForExit()
            }
            #expect(try starred() == 1)
        }

        @Test("A reader starts and quits while another process locks a library whose log is empty")
        func lockedWithEmptyLog() throws {
            let library = try library()
            try library.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                let log = home.url.appendingPathComponent("data/library.sqlite-wal").path
                #expect(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int == 0)
                try database.execute(sql: "BEGIN IMMEDIATE")
                let terminal = try reader()
                _ = try terminal.send("s", until: "★")
                try terminal.send("Q")
                try terminal.waitForExit()
                // The log written by the other process is complete.
                try database.execute(sql: "PRAGMA user_version = 7; COMMIT")
            }
            #expect(try starred() == 1)
            #expect(try library.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 7)
        }

        @Test("Quitting reports changes that a locked library did not accept")
        func unwritten() throws {
            let terminal = try reader(reportsStatus: true)
            let library = try library()
            try library.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN IMMEDIATE")
                try terminal.send(":rename Courier", "Enter")
                try terminal.send("Q")
                try terminal.waitForExit()
                #expect(try terminal.screen().contains { $0.contains("1 change not written") })
                #expect(try terminal.exitStatus() == "1")
                try database.execute(sql: "ROLLBACK")
            }
        }
    }
}
