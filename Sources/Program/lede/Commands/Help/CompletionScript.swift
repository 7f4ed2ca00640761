import ArgumentParser

/// The shells' completion scripts. The parser makes them, but does not know what `lede help` takes.
enum CompletionScript {
    /// The script that the words ask for; nil for other words.
    static func text(for words: ArraySlice<String>) -> String? {
        guard words.count == 2, words.first == "--generate-completion-script",
            let shell = words.last.flatMap(CompletionShell.init(rawValue:))
        else { return nil }
        let names = HelpTopic.all.map(\.name) + Lede.configuration.subcommands.map { $0._commandName }
        return completingHelp(Lede.completionScript(for: shell), with: names.joined(separator: " "))
    }

    /// Adds the names to the part about `lede help`, whose form tells the shell.
    private static func completingHelp(_ script: String, with names: String) -> String {
        let bash = "_lede_help() {\n    repeating_flags"
        let zsh = "'*:subcommands:'"
        let fish = "__lede_should_offer_completions_for_positional"
        if script.contains(bash) {
            let line = "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n"
            return script.replacing(bash, with: "_lede_help() {\n\(line)    repeating_flags")
        }
        if script.contains(zsh) { return script.replacing(zsh, with: "'*:subcommands:(\(names))'") }
        guard script.contains(fish) else { return script }
        return script + "\ncomplete -c 'lede' -n '\(fish) \"lede help\" -eq 1' -fa '\(names)'\n"
    }
}
