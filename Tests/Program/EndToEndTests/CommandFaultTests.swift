import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Commands that change something, with one failing call: the change is made completely or not at all, exit status
    /// 0 means that it was made, and afterwards the same command makes it.  `LEDE_LONG_TESTS=1` affects every call.
    @Suite(.enabled(if: FaultLibrary.compiler != nil, "no C compiler")) struct CommandFaultTests {
        private let folder: TemporaryHome
        private let origin: Origin
        private let prepared: URL

        init() throws {
            folder = try TemporaryHome()
            origin = try Origin()
            prepared = folder.url.appendingPathComponent("prepared")
            try FileManager.default.createDirectory(at: prepared, withIntermediateDirectories: true)
            for name in ["one", "two", "new"] {
                origin.route("/\(name)", .response(body: Self.feed(name)))
            }
            origin.route("/file", .response(body: String(repeating: "new ", count: 30_000)))
            for name in ["one", "two"] {
                #expect(try Program.lede(["add", origin.url("/\(name)")], home: prepared).status == 0)
            }
            try Self.oldFile.write(
                to: prepared.appendingPathComponent("file"), atomically: true, encoding: .utf8)
        }

        private static let oldFile = "the old file"

        private static func feed(_ name: String) -> String {
            let items = (1...4).map { "<item><guid>\($0)</guid><title>\(name) \($0)</title></item>" }
            return "<rss version='2.0'><channel><title>\(name)</title>\(items.joined())</channel></rss>"
        }

        enum Change: String, CaseIterable, Sendable {
            case star, remove, add, rename, importing, fetch

            /// The stages of a change, one transaction each.
            var stages: Int {
                switch self {
                // The title and the folder; the subscription and its articles.
                case .rename, .add: 2
                default: 1
                }
            }
        }

        private func arguments(_ change: Change, _ home: URL) -> [String] {
            switch change {
            case .star: ["mark", "star", "1", "2", "5"]
            case .remove: ["remove", origin.url("/two")]
            case .add: ["add", origin.url("/new"), "--title", "Newest"]
            case .rename: ["feed", origin.url("/one"), "--title", "First", "--folder", "A/B"]
            case .importing: ["import", "-"]
            case .fetch: ["fetch", origin.url("/file"), "-o", home.appendingPathComponent("file").path]
            }
        }

        private func run(_ change: Change, _ home: URL, _ environment: [String: String] = [:]) throws
            -> Program.Result
        {
            let outlines = (1...3).map { "<outline text='\($0)' xmlUrl='http://imported.test/\($0)'/>" }
            let opml = "<opml version='2.0'><body>\(outlines.joined())</body></opml>"
            return try Program.lede(
                arguments(change, home), home: home, input: opml, environment: environment)
        }

        /// Returns all data that the changes may affect.
        private func state(_ home: URL) throws -> [String] {
            let lists = try [["list"], ["articles", "--tsv"]].map { try Program.lede($0, home: home) }
            // The time of arrival differs from run to run.
            let articles = lists[1].output.split(separator: "\n").map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false).enumerated().filter { $0.offset != 1 }
                    .map { String($0.element) }.joined(separator: "\t")
            }
            #expect(lists.allSatisfy { $0.status == 0 }, "\(lists)")
            let file = try String(contentsOf: home.appendingPathComponent("file"), encoding: .utf8)
            return [lists[0].output] + articles + ["\(file.count) \(file.prefix(4))"]
        }

        /// Returns false if the program makes fewer calls of that kind.
        private func strike(
            _ change: Change, _ fault: FaultLibrary.Fault, from before: [String], to after: [String]
        ) throws -> Bool {
            let home = folder.url.appendingPathComponent("home")
            let mark = folder.url.appendingPathComponent("mark")
            for url in [home, mark] { try? FileManager.default.removeItem(at: url) }
            try FileManager.default.copyItem(at: prepared, to: home)
            let struck = try run(change, home, FaultLibrary.environment(fault, below: home, mark: mark))
            guard FileManager.default.fileExists(atPath: mark.path) else { return false }
            #expect(!FaultLibrary.isCrash(struck, after: fault), "\(change) \(fault): \(struck)")
            let state = try state(home)
            if struck.status == 0 {
                #expect(state == after, "\(change) \(fault) lost the change: \(struck)")
            } else {
                #expect(
                    state == before || state == after || change.stages > 1, "\(change) \(fault): \(state)")
                #expect(
                    struck.status < 0 || !struck.errors.isEmpty,
                    "\(change) \(fault) gives no reason: \(struck)")
            }
            let again = try run(change, home)
            // A repeated command reports a feed that is removed or added already, and fails.
            if state != after { #expect(again.status == 0, "\(change) \(fault): \(again)") }
            // A feed that is subscribed without its articles gets them with the next refresh.
            if change == .add { #expect(try Program.lede(["refresh", "--force"], home: home).status == 0) }
            #expect(try self.state(home) == after, "\(change) \(fault): \(struck) \(again)")
            let check = try Program.lede(["check"], home: home)
            #expect(check.status == 0, "\(change) \(fault): \(check)")
            return true
        }

        @Test("A repair changes nothing before its copy of the damaged library has reached the disk")
        func repair() throws {
            // Copies the log, which would hide the damage, into the file.
            #expect(try Program.lede(["check"], home: prepared).status == 0)
            let library = prepared.appendingPathComponent("data/library.sqlite")
            var damaged = try Data(contentsOf: library)
            damaged.replaceSubrange(0..<100, with: Data(repeating: 0xA5, count: 100))
            try damaged.write(to: library)
            let environment = try FaultLibrary.environment(FaultLibrary.Fault(call: "sync"), below: prepared)
            let struck = try Program.lede(["check", "--repair"], home: prepared, environment: environment)
            #expect(struck.status != 0 && struck.errors.contains("no copy can be made"), "\(struck)")
            #expect(try Data(contentsOf: library) == damaged)
            let again = try Program.lede(["check", "--repair"], home: prepared)
            #expect(again.status == 0, "\(again)")
        }

        private static let faults: [(call: String, kind: String, first: Int)] = [
            ("write", "fail", 2), ("write", "tear", 3), ("write", "kill", 4), ("sync", "fail", 1),
            ("open", "fail", 3),
            ("truncate", "fail", 1), ("map", "fail", 1), ("rename", "fail", 1),
            ("memory", "fail", 20_000),
        ]

        @Test("A failed system call leaves no half-made change, and is reported", arguments: Change.allCases)
        func faults(_ change: Change) throws {
            let whole = folder.url.appendingPathComponent("whole")
            try FileManager.default.copyItem(at: prepared, to: whole)
            let before = try state(prepared)
            #expect(try run(change, whole).status == 0)
            let after = try state(whole)
            #expect(before != after)
            // In CI each change meets a third of the faults.
            let turn = Change.allCases.firstIndex(of: change) ?? 0
            for (index, fault) in Self.faults.enumerated() where FaultLibrary.isLong || (index + turn) % 3 == 0 {
                let step = fault.call == "memory" ? 307 : 1
                var number = FaultLibrary.isLong ? (fault.call == "memory" ? 10_000 : 1) : fault.first
                while try strike(
                    change, FaultLibrary.Fault(call: fault.call, number: number, kind: fault.kind),
                    from: before,
                    to: after)
                {
                    guard FaultLibrary.isLong else { break }
                    number += step
                }
            }
        }
    }
}
