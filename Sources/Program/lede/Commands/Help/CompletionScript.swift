import ArgumentParser

/// Completion scripts for shells. The argument parser generates them, but does not know the topics of `lede help`.
enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// Returns the script that the words ask for; nil for other words.
    static func text(for words: ArraySlice<String>) throws -> String? {
        guard let shell = try shell(in: words) else { return nil }
        // Some topics and commands have the same name.
        let names = Set(HelpTopic.all.map(\.name) + Lede.configuration.subcommands.map { $0._commandName })
        return completingHelp(Lede.completionScript(for: shell), with: names.sorted().joined(separator: " "))
    }

    /// Returns the shell after the option or its `=`; for the option alone, the shell of the person.
    private static func shell(in words: ArraySlice<String>) throws -> CompletionShell? {
        var parts = Array(words)
        if let word = parts.first, parts.count == 1 {
            parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        }
        guard parts.first == option else { return nil }
        guard parts.count <= 2 else { return nil }
        if let shell = parts.count == 1 ? CompletionShell.autodetected() : CompletionShell(rawValue: parts[1]) {
            return shell
        }
        let refused = parts.count == 1 ? "" : ", not “\(parts[1])”"
        throw ValidationError("\(option) takes bash, zsh or fish\(refused).")
    }

    /// Adds the names to the part about `lede help`; its form shows which shell the script is for.
    private static func completingHelp(_ script: String, with names: String) -> String {
        let bash = "_lede_help() {\n    repeating_flags"
        let zsh = "'*:subcommands:'"
        let fish = "__lede_should_offer_completions_for_positional"
        if script.contains(bash) {
            let line = "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n"
            // For all words, this option would complete `conf` to `config/` beside a folder of that name.
            let slashes = "-o filenames"
            let add = "__lede_add_completions() {\n"
            return script.replacing(bash, with: "_lede_help() {\n\(line)    repeating_flags")
                .replacing("complete \(slashes) -F", with: "complete -F")
                .replacing(add, with: add + "    [[ ${1} = -[fd] ]] && compopt \(slashes)\n")
        }
        if script.contains(zsh) { return script.replacing(zsh, with: "'*:subcommands:(\(names))'") }
        guard script.contains(fish) else { return script }
        return script + "\ncomplete -c 'lede' -n '\(fish) \"lede help\" -eq 1' -fa '\(names)'\n"
    }
}
