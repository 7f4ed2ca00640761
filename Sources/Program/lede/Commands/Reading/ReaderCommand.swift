import ArgumentParser

/// Runs `lede` without a subcommand: it opens the reader.
struct ReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reader", abstract: "Open the reader (the default).")

    @Flag(help: "Work offline until you quit or press O; the library's own switch does not change.")
    var offline = false

    func run() throws {
        try ReaderSession.run(startsOffline: offline)
    }
}
