import ArgumentParser
import ArticleStorage
import Basics
import FeedParsing
import Glibc

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write your subscriptions as OPML 2.0, for another reader or a backup.")

    @Argument(help: "Write to this file instead of standard output.", completion: .file())
    var file: String?

    @Option(name: .shortAndLong, help: "The same as <file>.", completion: .file())
    var output: String?

    func validate() throws {
        guard file == nil || output == nil else { throw ValidationError("Give one file.") }
    }

    func run() throws {
        let bytes = try CommandContext().store.exportedList().write()
        guard let output = file ?? output, output != "-" else { return Console.write(bytes) }
        switch try OutputTarget(output) {
        case .stream:
            let descriptor = try OutputTarget.openStream(output)
            defer { close(descriptor) }
            try OutputTarget.write(bytes, to: descriptor, output)
        case .file(let mode):
            // The addresses may hold passwords.
            guard let problem = FileReplacement.write(bytes, to: output, mode: mode ?? 0o600) else { return }
            throw OutputTarget.failure(output, problem)
        }
    }
}
