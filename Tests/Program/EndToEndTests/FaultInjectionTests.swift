import Foundation
import Glibc
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Each call that accesses a file fails, is cut short or kills the program once; nothing may be lost, and the next
    /// run must be complete. `LEDE_LONG_TESTS=1` affects every call instead of a few dozen.
    @Suite(.enabled(if: FaultLibrary.compiler != nil, "no C compiler")) struct FaultInjectionTests {
        private let folder: TemporaryHome
        private let origin: Origin
        private static let feeds = 3
        private static let items = 4

        init() throws {
            folder = try TemporaryHome()
            origin = try Origin()
        }

        private static func feed(_ number: Int, items: Int) -> String {
            let entries = (1...items).map {
                "<item><guid>\(number)-\($0)</guid><title>Item \(number)-\($0)</title></item>"
            }
            return
                "<rss version='2.0'><channel><title>Feed \(number)</title>\(entries.joined())</channel></rss>"
        }

        /// Returns a library with articles, one of them starred; its servers have one more article.
        private func prepared() throws -> URL {
            let home = folder.url.appendingPathComponent("prepared")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            for number in 1...Self.feeds {
                origin.route("/\(number)", .response(body: Self.feed(number, items: Self.items - 1)))
                #expect(try Program.lede(["add", origin.url("/\(number)")], home: home).status == 0)
            }
            for number in 1...Self.feeds {
                origin.route("/\(number)", .response(body: Self.feed(number, items: Self.items)))
            }
            return home
        }

        /// Returns the copies of libraries that ended processes have left in memory. Programs of other tests create and
        /// remove some meanwhile.
        private func leftCopies() throws -> Set<String> {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
            return Set(
                names.filter { name in
                    let parts = name.split(separator: "-")
                    guard parts.count == 4, parts[0] == "lede", let process = pid_t(parts[2]) else { return false }
                    guard kill(process, 0) != 0, errno == ESRCH else { return false }
                    return FileManager.default.fileExists(atPath: "/dev/shm/" + name)
                })
        }

        @Test("On a full disk everything can be read, and one line reports that nothing can be stored")
        func fullDisk() throws {
            let home = try prepared()
            let environment = try FaultLibrary.environment(FaultLibrary.Fault(call: "disk"), below: home)
            let before = try leftCopies()
            for (arguments, lines) in [
                (["articles"], Self.feeds * (Self.items - 1)), (["list"], Self.feeds),
            ] {
                let result = try Program.lede(arguments, home: home, environment: environment)
                #expect(
                    result.status == 0 && result.output.split(separator: "\n").count == lines, "\(result)")
                #expect(
                    result.errors.components(separatedBy: "nothing can be stored").count == 2, "\(result)")
                #expect(try leftCopies().subtracting(before).isEmpty, "the copy in memory ends with the program")
            }
            let refused = try Program.lede(
                ["remove", origin.url("/1")], home: home, environment: environment)
            #expect(refused.status == 1 && refused.errors.contains("nothing can be stored"), "\(refused)")
            #expect(
                try Program.lede(["list"], home: home).output.split(separator: "\n").count == Self.feeds)
        }

        private func articles(_ home: URL) throws -> Int {
            try Program.lede(["articles", "--limit=1000"], home: home).output.split(separator: "\n").count
        }

        /// Returns false if the program makes fewer calls of that kind.
        private func strike(_ fault: FaultLibrary.Fault, _ prepared: URL) throws -> Bool {
            let home = folder.url.appendingPathComponent("home")
            let mark = folder.url.appendingPathComponent("mark")
            for url in [home, mark] { try? FileManager.default.removeItem(at: url) }
            try FileManager.default.copyItem(at: prepared, to: home)
            let environment = try FaultLibrary.environment(fault, below: home, mark: mark)
            let struck = try Program.lede(["refresh", "--force"], home: home, environment: environment)
            #expect(!FaultLibrary.isCrash(struck, after: fault), "\(fault): \(struck)")
            guard FileManager.default.fileExists(atPath: mark.path) else { return false }
            #expect(try articles(home) >= Self.feeds * (Self.items - 1), "\(fault): \(struck)")
            let next = try Program.lede(["refresh", "--force"], home: home)
            #expect(next.status == 0, "\(fault): \(next)")
            #expect(try articles(home) == Self.feeds * Self.items, "\(fault): \(struck) \(next)")
            let check = try Program.lede(["check"], home: home)
            #expect(check.status == 0, "\(fault): \(check)")
            return true
        }

        @Test(
            "A failed system call loses nothing, and the next run is complete",
            arguments: [
                ("write", "fail"), ("write", "tear"), ("write", "kill"), ("sync", "fail"), ("open", "fail"),
                ("truncate", "fail"), ("map", "fail"), ("rename", "fail"), ("memory", "fail"),
            ])
        func faults(_ call: String, _ kind: String) throws {
            let prepared = try prepared()
            // Programs allocate a hundred thousand times, so only some of these calls are tested.
            let isMemory = call == "memory"
            var (number, step) = isMemory ? (10_000, FaultLibrary.isLong ? 211 : 20_011) : (1, 1)
            var struck = 0
            while try strike(FaultLibrary.Fault(call: call, number: number, kind: kind), prepared) {
                struck += 1
                // The first calls open the files; later calls are repetitive.
                if !FaultLibrary.isLong, !isMemory, struck >= 3 { step *= 4 }
                if !FaultLibrary.isLong, struck >= 5 { break }
                number += step
            }
        }
    }
}
