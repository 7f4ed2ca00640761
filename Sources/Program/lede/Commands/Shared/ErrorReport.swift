import ArgumentParser
import Basics
import Foundation
import Markup

/// Turns any error of a command into one line on standard error and an exit status.
enum ErrorReport {
    /// Ends the program. Help and the version, which the argument parser throws as well, go to standard output.
    static func exit(_ error: any Error) -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let unknown = unknownCommand(in: arguments, error) {
            Console.printError(unknown)
            ProcessExit.exit(.validationFailure)
        }
        let code = Lede.exitCode(for: error)
        switch code {
        case .success:
            let text = UsageLine.wrapped(in: Lede.fullMessage(for: error))
            if !text.isEmpty { print(text) }
        case .validationFailure: Console.printError(usageError(error, arguments))
        default: line(for: error).map(Console.printError)
        }
        ProcessExit.exit(code)
    }

    /// Returns the error in one line; nil if it was already reported.
    static func line(for error: any Error) -> String? {
        if error is ExitCode { return nil }
        // The program's own errors describe themselves; Foundation's descriptions show internals.
        guard !(error is CocoaError), !(error is POSIXError) else {
            return fileProblem(error as NSError)
        }
        return "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Returns the error in one line that is safe for a terminal.
    static func text(of error: any Error) -> String {
        SafeText.line(line(for: error) ?? error.localizedDescription)
    }

    private static func fileProblem(_ error: NSError) -> String {
        let path = error.userInfo[NSFilePathErrorKey] as? String ?? (error.userInfo[NSURLErrorKey] as? URL)?.path
        let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        let reason =
            cause.domain == NSPOSIXErrorDomain
            ? SystemError.words(Int32(cause.code))
            : cocoaReasons[error.code] ?? error.localizedDescription
        return path.map { "\($0): \(reason)" } ?? reason
    }

    /// Foundation's file error codes in words.
    private static let cocoaReasons = [
        4: "no such file or directory", 256: "cannot be read", 257: "permission denied",
        260: "no such file or directory", 512: "cannot be written", 513: "permission denied", 516: "already there",
        640: "no space left on device", 642: "read-only file system",
    ]

    // MARK: - Usage errors

    private static func usageError(_ error: any Error, _ arguments: [String]) -> String {
        // The parser adds other readings of a word, such as options written together.
        let lines = Lede.message(for: error).split(whereSeparator: \.isNewline)
        let message = lines.prefix { !$0.drop { $0 == " " }.hasPrefix("or: ") }.joined(separator: " ")
        let whole = message.hasSuffix(".") ? String(message.dropLast()) : message
        let plain = ParserWords.plain(whole)
        // The parser reports a missing argument even if an unknown option was typed instead of it.
        let text = plain.hasPrefix("missing: ") ? unknownOption(in: arguments) ?? plain : guessed(plain, arguments)
        if let word = searchWord(in: arguments, plain) {
            return "\u{201C}\(word)\u{201D} looks like an option; write \(search(with: word, arguments))"
        }
        let help = (["lede"] + commandPath(in: arguments) + ["--help"]).joined(separator: " ")
        let problem = text.prefix(1).lowercased() + text.dropFirst()
        let meant = problem.hasPrefix("unknown option") ? newsboatCommand(for: arguments) : nil
        return "\(problem)\(meant.map { "; did you mean “\($0)”?" } ?? "") (see \(help))"
    }

    /// Returns lede's command for the options of newsboat, which scripts and timers use.
    private static func newsboatCommand(for arguments: [String]) -> String? {
        guard let option = arguments.first else { return nil }
        return newsboatOptions[option] ?? newsboatOptions[arguments.prefix(2).joined(separator: " ")]
    }

    private static let newsboatOptions = [
        "-x reload": "lede refresh", "-x print-unread": "lede count", "-r": "lede refresh", "-e": "lede export",
        "-i": "lede import", "-V": "lede --version",
    ]

    private static let searching: Set<String> = ["search", "count", "mark", "pack", "book"]
    /// The option whose value is a search.
    private static let searchOption = "--search"

    /// Returns the form in which the parser takes a search that begins with a hyphen, which quotation marks do not
    /// hide.
    private static func search(with word: String, _ arguments: [String]) -> String {
        guard !arguments.contains(searchOption) else { return "\(searchOption)=\(ShellWord.quoted(word))" }
        let (options, words) = parts(of: arguments)
        let search = words.dropFirst() == [word] ? word : "… \(word)"
        let form: [String] = ["lede", words.first ?? ""] + options + ["--", ShellWord.quoted(search)]
        return form.joined(separator: " ")
    }

    /// Separates the long options, with their values, from the other words before `--`.
    private static func parts(of arguments: [String]) -> (options: [String], words: [String]) {
        let help = Lede.helpMessage(for: command(in: arguments).type)
        var (options, words): ([String], [String]) = ([], [])
        var needsValue = false
        for argument in arguments.prefix(while: { $0 != "--" }) {
            let isOption = argument.hasPrefix("--")
            if isOption || (needsValue && !argument.hasPrefix("-")) {
                options.append(ShellWord.of(argument))
            } else {
                words.append(argument)
            }
            needsValue = isOption && help.contains("\(argument) <")
        }
        return (options, words)
    }

    /// Returns the word that excludes something from a search (`-feed:NAME`), if the problem is about it.
    private static func searchWord(in arguments: [String], _ problem: String) -> String? {
        guard searching.contains(arguments.first ?? "") else { return nil }
        let words = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 2 }
        return words.first {
            problem.contains("“\($0)”") || problem.hasPrefix("missing: ") || problem == "\(searchOption) needs a value"
        }
    }

    /// Replaces the parser's guess, which may be any option, with one that is spelled similarly.
    private static func guessed(_ text: String, _ arguments: [String]) -> String {
        guard let guess = text.firstRange(of: ". Did you mean "), text.lowercased().hasPrefix("unknown option “") else {
            return text
        }
        let problem = text[..<guess.lowerBound]
        let name = problem.drop { $0 != "“" }.dropFirst().prefix { $0 != "”" }
        return problem + Suggestion.question(for: String(name), among: options(in: arguments).sorted())
    }

    /// Returns the options that the help of the command names.
    private static func options(in arguments: [String]) -> Set<String> {
        let help = Lede.helpMessage(for: command(in: arguments).type)
        return Set(
            help.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init).filter { $0.hasPrefix("--") })
    }

    /// Returns the first long option that the help of the command does not have.
    private static func unknownOption(in arguments: [String]) -> String? {
        let known = options(in: arguments)
        let names = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        return names.first { !known.contains(String($0)) }.map { "unknown option “\($0)”" }
    }

    /// Returns the names of the subcommands at the beginning of the arguments.
    private static func commandPath(in arguments: [String]) -> [String] {
        command(in: arguments).path
    }

    private static func command(in arguments: [String]) -> (path: [String], type: any ParsableCommand.Type) {
        var command: any ParsableCommand.Type = Lede.self
        var path: [String] = []
        for argument in arguments {
            guard let next = subcommands(of: command).first(where: { $0.name == argument }) else { break }
            path.append(argument)
            command = next.type
        }
        return (path, command)
    }

    /// Commands by the names that other readers and shells give them.
    private static let otherNames = [
        "reload": "refresh", "update": "refresh", "sync": "refresh", "ls": "list", "rm": "remove", "delete": "remove",
        "subscribe": "add", "unsubscribe": "remove", "print-unread": "count", "podboat": "queue",
    ]

    /// Suggests a command if the first word names none: the most similar one, or another program's.
    private static func unknownCommand(in arguments: [String], _ error: any Error) -> String? {
        // The parser would print the reader's help for an unknown command, since the reader is the default.
        guard [.validationFailure, .success].contains(Lede.exitCode(for: error)), let name = arguments.first,
            !name.hasPrefix("-")
        else { return nil }
        let names = subcommands(of: Lede.self).map(\.name) + ["help"]
        guard !names.contains(name) else { return nil }
        let meant = name.contains("://") ? "add" : otherNames[name] ?? name
        let guess = Suggestion.question(for: meant, among: names)
        return "no command \u{201C}\(name)\u{201D}\(guess) (lede --help lists all)"
    }

    private static func subcommands(
        of command: any ParsableCommand.Type
    ) -> [(name: String, type: any ParsableCommand.Type)] {
        let configuration = command.configuration
        return (configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)).map {
            (name: $0._commandName, type: $0)
        }
    }
}
