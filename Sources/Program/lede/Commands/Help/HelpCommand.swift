import ArgumentParser
import Basics

/// Handles `lede help TOPIC` before ArgumentParser, whose own `help` knows only subcommands.
enum HelpCommand {
    /// Returns the page for the arguments; nil if they name no topic.
    ///
    /// `--man` prints the manual page in roff, which packages install.
    static func page(for arguments: ArraySlice<String>) throws -> String? {
        guard arguments.first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-") else {
            return nil
        }
        if let topic = HelpTopic.named(name) {
            try refuse(arguments.dropFirst(2).first { !["--man", "--help", "-h"].contains($0) })
            return arguments.contains("--man") ? topic.manualPage(version: Version.number) : topic.page
        }
        let commands = Lede.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard !commands.contains(name) else {
            try refuse(extraWord(in: arguments.dropFirst()))
            return nil
        }
        let topics = HelpTopic.all.map(\.name).joined(separator: ", ")
        let guess = Suggestion.nearest(to: name, among: HelpTopic.all.map(\.name) + commands)
        let hint = guess.map { " Did you mean \($0)?" } ?? ""
        throw ValidationError("There is no help topic \(name).\(hint) Topics: \(topics).")
    }

    /// Returns the first word that is not a subcommand of the command before it. ArgumentParser ignores such words.
    private static func extraWord(in words: ArraySlice<String>) -> String? {
        var command: any ParsableCommand.Type = Lede.self
        for word in words where !word.hasPrefix("-") {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else {
                return word
            }
            command = next
        }
        return nil
    }

    private static func refuse(_ word: String?) throws {
        guard let word else { return }
        throw ValidationError("\(word.hasPrefix("-") ? "Unknown option" : "Unexpected argument") '\(word)'.")
    }
}
