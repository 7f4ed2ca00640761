import ArgumentParser
import ArticleStorage
import Foundation

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the library for damage, and repair it.",
        discussion: """
            Exit status: 0 no damage, or repaired; 1 damage was found, or the library cannot be checked. --repair does \
            nothing while the reader, `lede serve` or another command has the library open. It keeps the damaged file \
            beside the library, and lists what could not be read.
            """)

    @Flag(help: "Repair the library, and keep the damaged file.")
    var repair = false

    func run() throws {
        let path = Paths.current.library
        guard FileManager.default.fileExists(atPath: path) else {
            Console.printError("there is no library at \(path)")
            throw ExitCode.failure
        }
        let library = LibraryRepair(path: path)
        let problems = try problems(of: library)
        guard !problems.isEmpty else { return print("the library is undamaged") }
        problems.forEach { Console.printError($0) }
        guard repair else {
            Console.printError("`lede check --repair` repairs the library and keeps the damaged file")
            throw ExitCode.failure
        }
        let outcome = try library.repair()
        let left = try library.problems()
        left.forEach { Console.printError("not repaired: \($0)") }
        outcome.losses.forEach { Console.printError($0) }
        let copy = outcome.copy.map { "the damaged library is kept as \($0)" }
        print(copy ?? "another process has repaired the library")
        if !left.isEmpty { throw ExitCode.failure }
    }

    private func problems(of library: LibraryRepair) throws -> [String] {
        do throws(ArticleStoreError) {
            return try library.problems()
        } catch {
            guard !error.isDamage else { return [error.description] }
            Console.printError("the library cannot be checked: \(error.reason)")
            throw ExitCode.failure
        }
    }
}
