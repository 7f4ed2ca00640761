import Foundation
import Testing

@testable import HTTPCache

@Suite("A killed process")
struct CrashTests {
    /// Set LEDE_KILLS to a few hundred for a long run by hand.
    private static let kills = ProcessInfo.processInfo.environment["LEDE_KILLS"].flatMap { Int($0) } ?? 4

    @Test("A killed writer leaves no wrong entry and does not lose a flushed entry")
    func killed() throws {
        let folder = try Folder()
        for round in 0..<Self.kills {
            let flushed = try runWriter(folder, from: round * 100_000, bytesBeforeKill: Int.random(in: 1...4000))
            let cache = try folder.cache()
            #expect(!FileManager.default.fileExists(atPath: folder.database + ".set-aside"))
            // At every seventh entry CacheWriter removes the entry five before it.
            #expect(flushed.allSatisfy { $0 % 7 == 2 || cache.text("\($0)") == CrashBody.text($0) })
            for entry in cache.entries() {
                let name = try #require(entry.url.split(separator: "/").last)
                #expect(try cache.text(String(name)) == CrashBody.text(#require(Int(name))))
            }
            cache.removeAll()
        }
    }

    /// Returns the numbers of the entries that the writer had flushed before the kill.
    private func runWriter(_ folder: Folder, from first: Int, bytesBeforeKill: Int) throws -> [Int] {
        let writer = Process()
        writer.executableURL = CacheProgram.path
        writer.arguments = ["store", folder.database, "\(first)"]
        let output = Pipe()
        writer.standardOutput = output
        try writer.run()
        var text = Data()
        while text.count < bytesBeforeKill {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            text += piece
        }
        kill(writer.processIdentifier, SIGKILL)
        text += output.fileHandleForReading.readDataToEndOfFile()
        writer.waitUntilExit()
        // An incomplete line does not count.
        return String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .compactMap { Int($0) }
    }
}

/// Bodies that the writer stores; some are longer than a page.
enum CrashBody {
    static func text(_ number: Int) -> String {
        String(repeating: "\(number) ", count: 1 + number * 37 % 3000)
    }
}
