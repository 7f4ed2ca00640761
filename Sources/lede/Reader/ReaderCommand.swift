import ArgumentParser

/// What `lede` does without a subcommand: it opens the reader.
struct ReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reader", abstract: "Open the reader (the default).")

    @Flag(help: "Start in offline mode, which then holds until it is switched off with O.")
    var offline = false

    func run() throws {
        try ReaderSession.run(startsOffline: offline)
    }
}
