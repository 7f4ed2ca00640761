import Basics
import FeedModel
import FeedRules

/// Translates newsboat's configuration, and lists the lines that have no translation.
struct NewsboatTranslator {
    /// A named filter of the configuration.
    struct Filter {
        let search: SavedSearch
        /// The file that defines it.
        let file: String
        /// True if it finds parts of words in newsboat.
        let findsPartsOfWords: Bool
    }

    private(set) var configuration = MovedConfiguration()
    private(set) var filters: [Filter] = []
    /// The web addresses of lists of feeds.
    private(set) var lists: [String] = []
    private(set) var notMoved: [UnimportedLine] = []
    /// The last line of each option, which wins.
    private var options: [String: NewsboatConfiguration.Line] = [:]
    /// The prefix of macro keys.
    private var macroPrefix = ","
    private var macros: [NewsboatConfiguration.Line] = []
    private var listFocusIsUnread = false
    private let tags: NewsboatTags
    private let markStep: NewsboatMarkStep

    /// - Parameter tags: the tags in the list of feeds, which filters may name.
    init(_ lines: [NewsboatConfiguration.Line], tags: NewsboatTags) {
        self.tags = tags
        markStep = NewsboatMarkStep(lines)
        for line in lines { read(line) }
        for line in macros { bindMacro(line) }
        for line in options.values.sorted(by: { ($0.file, $0.number) < ($1.file, $1.number) }) { translate(line) }
        translateCombinedOptions()
        notMoved.sort { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) }
    }

    func value(_ option: String) -> String? { options[option].flatMap { $0.words.dropFirst().first } }

    // MARK: - Line by line

    private mutating func read(_ line: NewsboatConfiguration.Line) {
        switch line.words[0] {
        case "bind-key": bindKey(line)
        case "bind": bind(line)
        case "unbind-key": unbind(line)
        case "macro": macros.append(line)
        case "color": color(line)
        case "search-highlight-colors": searchColors(line)
        case "highlight": highlight(line)
        case "highlight-article": highlightArticle(line)
        case "ignore-article": ignoreArticle(line)
        case "define-filter": defineFilter(line)
        case "unset", "reset", "toggle": report(line, "it resets or toggles a setting")
        case let name: options[name] = line
        }
    }

    private mutating func report(_ line: NewsboatConfiguration.Line, _ reason: String) {
        notMoved.append(line.notMoved(reason))
    }

    /// Reports that a line was imported, but has a different effect in lede.
    private mutating func note(_ line: NewsboatConfiguration.Line, _ differences: [String]) {
        for difference in differences {
            var note = line.notMoved(difference)
            note.isMoved = true
            notMoved.append(note)
        }
    }

    // MARK: - Keys

    private mutating func bindKey(_ line: NewsboatConfiguration.Line) {
        guard line.words.count >= 3 else { return report(line, "it names no key and operation") }
        if line.words[2] == "macro-prefix" {
            macroPrefix = line.words[1]
        } else {
            let dialog = line.words.dropFirst(3).first ?? "all"
            let dialogs = dialog == "all" ? NewsboatKeys.dialogs(of: line.words[2]) : [dialog]
            bind(line, key: NewsboatKeys.notation(line.words[1]), dialogs: dialogs) {
                [markStep] (column: String) throws(NewsboatMacro.Refusal) in
                try NewsboatMacro(line.written[2...2], in: column, step: markStep)
            }
        }
    }

    /// Translates `bind KEYS DIALOGS OPERATIONS [-- "text"]`.
    private mutating func bind(_ line: NewsboatConfiguration.Line) {
        guard line.words.count >= 4 else { return report(line, "it names no keys, dialogs and operations") }
        let dialogs =
            line.words[2] == "everywhere"
            ? NewsboatKeys.dialogs(of: line.words[3]) : line.words[2].split(separator: ",").map(String.init)
        bind(line, key: NewsboatKeys.notation(ofSequence: line.words[1]), dialogs: dialogs) {
            [markStep] (column: String) throws(NewsboatMacro.Refusal) in
            try NewsboatMacro(line.written.dropFirst(3), in: column, step: markStep)
        }
    }

    private mutating func bind(
        _ line: NewsboatConfiguration.Line, key: String?, dialogs: [String],
        _ action: (String) throws(NewsboatMacro.Refusal) -> NewsboatMacro
    ) {
        if dialogs == ["podboat"] { return report(line, NewsboatKeys.reason("pb-")) }
        guard let key else { return report(line, "lede has no key “\(line.words[1])”") }
        do {
            let macro = try action(dialogs.first.flatMap { NewsboatKeys.columns[$0] } ?? "")
            for dialog in dialogs {
                guard let column = NewsboatKeys.columns[dialog] else {
                    report(line, "lede has no separate keys for “\(dialog)”")
                    continue
                }
                try bind(key, in: column, action)
            }
            note(line, macro.differences)
        } catch {
            report(line, error.reason)
        }
    }

    /// Binds a key in a column, or in all; then the columns in which the operations are other commands get bindings of
    /// their own.
    private mutating func bind(
        _ key: String, in column: String, _ action: (String) throws(NewsboatMacro.Refusal) -> NewsboatMacro
    ) throws(NewsboatMacro.Refusal) {
        let macro = try action(column)
        configuration.bind(
            .init(
                keys: key, column: column.isEmpty ? nil : column, commands: macro.commands, comment: macro.comment))
        for own in NewsboatKeys.ownColumns where column.isEmpty {
            let commands = try action(own).commands
            guard commands != macro.commands else { continue }
            configuration.bind(.init(keys: key, column: own, commands: commands, comment: macro.comment))
        }
    }

    private mutating func unbind(_ line: NewsboatConfiguration.Line) {
        guard let key = line.words.dropFirst().first, key != "-a" else {
            return report(line, "lede's own keys stay, unless another line binds them")
        }
        guard let column = NewsboatKeys.columns[line.words.dropFirst(2).first ?? "all"] else {
            return report(line, "lede has no separate keys for “\(line.words[2])”")
        }
        guard let notation = NewsboatKeys.notation(key) else { return report(line, "lede has no key “\(key)”") }
        configuration.bind(.init(keys: notation, column: column.isEmpty ? nil : column, commands: []))
    }

    /// Macro keys follow the prefix, as in newsboat.
    private mutating func bindMacro(_ line: NewsboatConfiguration.Line) {
        guard line.words.count >= 3, let prefix = NewsboatKeys.notation(macroPrefix),
            let key = NewsboatKeys.notation(line.words[1])
        else { return report(line, "it names no key that lede knows") }
        do {
            let words = line.written.dropFirst(2)
            try bind("\(prefix) \(key)", in: "") { [markStep] (column: String) throws(NewsboatMacro.Refusal) in
                try NewsboatMacro(words, in: column, step: markStep)
            }
            note(line, try NewsboatMacro(words, in: "", step: markStep).differences)
        } catch {
            report(line, error.reason)
        }
    }

    // MARK: - Looks

    private mutating func color(_ line: NewsboatConfiguration.Line) {
        guard let element = line.words.dropFirst().first, let style = NewsboatColors.style(line.words.dropFirst(2))
        else {
            return report(line, "it names no colours that lede knows")
        }
        if NewsboatColors.silent.contains(element) { return }
        guard let roles = NewsboatColors.roles[element] else {
            return report(line, "lede's themes do not support “\(element)”")
        }
        // The look of unread selected articles wins: lede has one for all selected articles.
        if element == "listfocus", listFocusIsUnread { return }
        if element == "listfocus_unread" { listFocusIsUnread = true }
        for role in roles { configuration.setStyle(of: role, style) }
    }

    private mutating func searchColors(_ line: NewsboatConfiguration.Line) {
        guard let style = NewsboatColors.style(line.words.dropFirst()) else {
            return report(line, "it names no colours that lede knows")
        }
        configuration.setStyle(of: "search-match", style)
    }

    /// Translates the two text patterns that themes have: addresses, and the head of an article.
    private mutating func highlight(_ line: NewsboatConfiguration.Line) {
        guard line.words.count >= 5, line.words[1] != "feedlist", line.words[2].contains("http"),
            let style = NewsboatColors.style(line.words.dropFirst(3))
        else { return report(line, "lede styles only links, headings and found words in texts") }
        configuration.setStyle(of: "link", style)
    }

    // MARK: - Rules and filters

    private mutating func highlightArticle(_ line: NewsboatConfiguration.Line) {
        guard line.words.count >= 4 else { return report(line, "it names no filter and colours") }
        do {
            let moved = try NewsboatFilterTranslation(tags: tags).rules(line.words[1])
            let style = NewsboatColors.style(line.words.dropFirst(2))
            configuration.rules += moved.rules.map { .init(kind: "highlight", conditions: $0, style: style) }
            note(line, moved.differences)
        } catch {
            report(line, error.reason)
        }
    }

    private mutating func ignoreArticle(_ line: NewsboatConfiguration.Line) {
        guard line.words.count >= 3 else { return report(line, "it names no feed and filter") }
        do {
            let moved = try NewsboatFilterTranslation(tags: tags).rules(
                line.words[2], feed: try Self.feed(line.words[1]))
            configuration.rules += moved.rules.map { .init(kind: "kill", conditions: $0) }
            note(line, moved.differences)
        } catch {
            report(line, error.reason)
        }
    }

    /// Reads `*`, an address, or `regex:EXPRESSION`.
    private static func feed(
        _ text: String
    ) throws(NewsboatFilterTranslation.Refusal) -> MovedConfiguration.Rule.Condition? {
        if text == "*" { return nil }
        let pattern =
            text.hasPrefix("regex:")
            ? try NewsboatFilterTranslation.checked(String(text.dropFirst(6)))
            : "^" + Pattern.escaped(text) + "$"
        return .init(field: "feed", pattern: pattern)
    }

    private mutating func defineFilter(_ line: NewsboatConfiguration.Line) {
        guard line.words.count >= 3 else { return report(line, "it names no filter") }
        do {
            let query = try NewsboatSearch(tags: tags).query(line.words[2])
            filters.append(
                Filter(
                    search: SavedSearch(name: line.words[1], query: query), file: line.file,
                    findsPartsOfWords: NewsboatSearch.findsPartsOfWords(line.words[2])))
        } catch {
            report(line, error.reason)
        }
    }

    // MARK: - Options

    private mutating func translate(_ line: NewsboatConfiguration.Line) {
        let (name, value) = (line.words[0], line.words.dropFirst().joined(separator: " "))
        if NewsboatOption.isSilent(name, value) { return }
        if name == "opml-url", self.value("urls-source") == "opml" { return followLists(line) }
        switch NewsboatOption.table[name] {
        case .setting(let table, let setting, let make):
            guard let made = make(value) else { return report(line, "lede has no equivalent of this value") }
            configuration.set(setting, in: table, to: made)
            if let difference = NewsboatOption.difference(name, value) { note(line, [difference]) }
        case .silent: break
        case .reported(let reason): report(line, reason)
        case nil where name == "bookmark-cmd": bookmark(line, value)
        case nil: report(line, NewsboatOption.reason(name))
        }
    }

    private mutating func followLists(_ line: NewsboatConfiguration.Line) {
        let addresses = line.words.dropFirst()
        lists.append(contentsOf: addresses.filter { WebAddress.isHTTP($0) })
        if !addresses.allSatisfy({ WebAddress.isHTTP($0) }) {
            report(line, "lede follows lists at web addresses only: use lede import for a file")
        }
    }

    /// Gives the command newsboat's arguments: address, title, description, feed. Lede has no description.
    private mutating func bookmark(_ line: NewsboatConfiguration.Line, _ command: String) {
        let script = command + " \"$1\" \"$2\" \"\" \"$3\""
        configuration.set("bookmark", in: "commands", to: .command(["sh", "-c", script, "sh"]))
        note(line, ["moved, but the description that newsboat gives to the command is empty"])
    }

    private func isOn(_ option: String) -> Bool { ["yes", "true"].contains(value(option) ?? "") }

    /// Translates options that have a meaning only together.
    private mutating func translateCombinedOptions() {
        if let step = markStep.setting { configuration.set("after-toggle-read", in: "reader", to: .text(step)) }
        if isOn("auto-reload") {
            let minutes = value("reload-time").flatMap { Int($0) } ?? 60
            if minutes > 0 { configuration.set("refresh-minutes", in: "network", to: .number(min(minutes, 10_080))) }
        }
        if isOn("use-proxy"), let proxy = value("proxy"), let line = options["proxy"] {
            let type = value("proxy-type") ?? "http"
            let isAddress = proxy.contains("://")
            if proxy.contains("@") {
                report(line, "it holds a secret; set proxy in [network] yourself")
            } else {
                configuration.set(
                    "proxy", in: "network",
                    to: .text(isAddress ? proxy : "\(type == "http" ? "http" : type)://\(proxy)"))
            }
        }
        if let source = value("urls-source"), source != "local", let line = options["urls-source"],
            source != "opml" || options["opml-url"] == nil
        {
            report(line, NewsboatServer.reason(source))
        }
    }
}
