/// Rewrites ArgumentParser's messages in the style of the program's own messages.
enum ParserWords {
    static func plain(_ message: String) -> String {
        let missing = "Missing expected argument '"
        if message.hasPrefix(missing), message.hasSuffix("'") {
            return "missing: \(message.dropFirst(missing.count).dropLast())"
        }
        let valueless = "Missing value for '"
        if message.hasPrefix(valueless) {
            return "\(message.dropFirst(valueless.count).prefix { $0 != " " && $0 != "'" }) needs a value"
        }
        return invalidValue(message) ?? excluded(message) ?? withQuotes(message)
    }

    /// Reads `Value to be set with flag '--b' had already been set with flag '--a'`
    private static func excluded(_ message: String) -> String? {
        let flags = quoted(message[...])
        guard message.hasPrefix("Value to be set with flag '"), flags.count == 2 else { return nil }
        return "\(flags[0]) and \(flags[1]) cannot be combined"
    }

    /// Writes `unexpected argument 'x'` with the quotation marks of the program's own messages.
    private static func withQuotes(_ message: String) -> String {
        let isParserError = ["unknown option", "unexpected argument"].contains { message.lowercased().contains($0) }
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard isParserError, parts.count % 2 == 1 else { return message }
        let marked = parts.enumerated().map { $0.offset % 2 == 1 ? "“\($0.element)”" : String($0.element) }
        return marked.joined()
    }

    /// Rewrites `The value 'x' is invalid for '<kind>'. Please provide one of 'a' or 'b'`, or with a list of `- a`.
    private static func invalidValue(_ message: String) -> String? {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(start), let split = message.firstRange(of: middle) else { return nil }
        let value = message[..<split.lowerBound].dropFirst(start.count)
        let rest = message[split.upperBound...]
        let name = rest.prefix { $0 != "'" }
        let choice = rest.dropFirst(name.count + 1)
        // The value's own type gives a better reason.
        if choice.hasPrefix(": ") { return String(choice.dropFirst(2)) }
        guard let choices = choice.firstRange(of: "Please provide one of") else {
            let option = name.split(separator: " ").first.map { $0.filter { $0 != "<" && $0 != ">" } } ?? "value"
            return "\(option) takes \(forms[option] ?? "a number"), not “\(value)”"
        }
        let listed = choice[choices.upperBound...]
        let known = listed.contains("'") ? quoted(listed) : dashed(listed)
        return "“\(value)” is not one of \(known.joined(separator: ", "))"
    }

    /// The expected values of options that take no plain number.
    private static let forms = [
        "--budget": "a size such as 200M", "--enclosure-budget": "a size such as 500M",
        "--memory-capacity": "a size such as 16M", "--disk-capacity": "a size such as 512M",
        "--since": "a date such as 2026-03-31", "--older-than": "an age such as 30d",
    ]

    /// Reads `'a', 'b' or 'c'`.
    private static func quoted(_ list: Substring) -> [Substring] {
        list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
    }

    /// Reads `the following: - a - b`.
    private static func dashed(_ list: Substring) -> [Substring] {
        list.split(separator: " ").filter { $0 != "-" && $0 != "the" && $0 != "following:" }
    }
}
