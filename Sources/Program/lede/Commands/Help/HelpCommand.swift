import ArgumentParser
import Basics

/// Handles `lede help TOPIC` before ArgumentParser, whose own `help` knows only subcommands.
enum HelpCommand {
    /// The page for the arguments; nil if they name no topic.
    ///
    /// `--man` prints the manual page in roff, which packages install.
    static func page(for arguments: ArraySlice<String>) throws -> String? {
        guard arguments.first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-") else {
            return nil
        }
        if let topic = HelpTopic.named(name) {
            return arguments.contains("--man") ? topic.manualPage(version: Version.number) : topic.page
        }
        let commands = Lede.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !commands.contains(name) else { return nil }
        let topics = HelpTopic.all.map(\.name).joined(separator: ", ")
        let guess = Suggestion.nearest(to: name, among: HelpTopic.all.map(\.name) + commands)
        let hint = guess.map { " Did you mean \($0)?" } ?? ""
        throw ValidationError("There is no help topic \(name).\(hint) Topics: \(topics).")
    }
}
