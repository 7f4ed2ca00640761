// Tab and the arrow keys on the bottom line.
import FeedModel

extension State {
    /// Replaces the typed text with its next completion.
    func complete(_ prompt: inout Prompt, by step: Int) {
        if prompt.completions.isEmpty {
            prompt.completions = completions(of: prompt)
            prompt.completionIndex = step > 0 ? -1 : 0
        }
        let count = prompt.completions.count
        guard count > 0 else { return }
        prompt.completionIndex = ((prompt.completionIndex + step) % count + count) % count
        prompt.replace(with: prompt.completions[prompt.completionIndex])
    }

    /// Replaces the typed path with the first path that completes it; Tab steps through the others. If there are none,
    /// says so in place of the line until the next key.
    mutating func offer(_ paths: [String], for typed: String) {
        guard var prompt, prompt.path == typed else { return }
        guard !paths.isEmpty else {
            self.prompt?.isRefused = true
            say("No file or folder matches this path")
            return
        }
        let command = String(prompt.text.dropLast(typed.count))
        prompt.completions = paths.map { command + $0 }
        prompt.completionIndex = -1
        complete(&prompt, by: 1)
        // If a folder is the only completion, the next Tab looks into it.
        if paths.count == 1 { prompt.completions = [] }
        self.prompt = prompt
    }

    /// Steps through earlier input.
    func recall(_ prompt: inout Prompt, by step: Int) {
        let history = history(of: prompt.kind)
        if prompt.historyIndex == nil { prompt.typed = prompt.text }
        let index = (prompt.historyIndex ?? history.count) + step
        guard index >= 0, !history.isEmpty else { return }
        if index >= history.count {
            prompt.historyIndex = nil
            prompt.replace(with: prompt.typed ?? "")
        } else {
            prompt.historyIndex = index
            prompt.replace(with: history[index])
        }
    }

    private func history(of kind: Prompt.Kind) -> [String] {
        switch kind {
        case .command: return memory.commandHistory
        case .search: return memory.searchHistory
        default:
            guard let name = kind.command?.rawValue else { return [] }
            return memory.commandHistory.filter { $0.hasPrefix(name + " ") }.map {
                String($0.dropFirst(name.count + 1))
            }
        }
    }

    private func completions(of prompt: Prompt) -> [String] {
        switch prompt.kind {
        case .command:
            let parts = prompt.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                return Command.allCases.map(\.rawValue).filter { $0.hasPrefix(prompt.text) }.sorted()
            }
            if parts[0] == Command.goToFeed.rawValue { return feedTitles(String(parts[1])).map { "\(parts[0]) \($0)" } }
            return arguments(of: String(parts[0]), typed: parts[1]).filter { $0.hasPrefix(parts[1]) }
                .map { "\(parts[0]) \($0)" }
        case .move: return folders.filter { $0.hasPrefix(prompt.text) }
        case .feed: return feedTitles(prompt.text)
        case .tags: return tagCompletions(of: prompt.text)
        case .feedSetting(let name): return values(of: name, typed: prompt.text)
        default: return []
        }
    }

    /// Returns the names of the feeds that contain the typed words.
    private func feedTitles(_ words: String) -> [String] {
        sidebar.feeds(named: words).compactMap { sidebar.feed($0)?.title }
    }

    /// Returns the values that begin with the typed text; all values if the text is a complete one.
    private func values(of setting: String, typed: String) -> [String] {
        let all = FeedPreferences.Name(rawValue: setting)?.values ?? []
        return all.contains(typed) ? all.filter { $0 != typed } + [typed] : all.filter { $0.hasPrefix(typed) }
    }

    /// Returns lines whose last tag is completed to one of the person's tags.
    private func tagCompletions(of line: String) -> [String] {
        let start = line.lastIndex(of: ",").map(line.index(after:)) ?? line.startIndex
        let typed = line[start...].drop { $0 == " " }
        let before = String(line[..<typed.startIndex])
        let known = Set(ownTags).union(list.rows.flatMap(\.tags))
        return known.sorted().filter { $0.hasPrefix(typed) }.map { before + $0 }
    }

    /// Returns the completions of `NAME VALUE`: the names first, then the values for a typed name.
    private func arguments(of name: String, typed: Substring) -> [String] {
        let setting = typed.contains(" ") ? String(typed.prefix { $0 != " " }) : nil
        switch Command(rawValue: name) {
        case .offline: return OfflineChoice.allCases.map(\.rawValue)
        case .history: return HistoryChoice.allCases.map(\.rawValue)
        case .comments: return CommentsForm.allCases.map(\.rawValue)
        case .theme: return themes.map(\.name)
        case .move: return folders
        case .mute: return Mute.Field.allCases.map(\.rawValue)
        case .sort: return ArticleOrder.allCases.map(\.word)
        case .feedSet:
            guard let setting else { return FeedPreferences.Name.allCases.map(\.rawValue) }
            return (FeedPreferences.Name(rawValue: setting)?.values ?? []).map { "\(setting) \($0)" }
        case .set:
            guard let setting else { return ReaderSettings.table.map(\.name) }
            return (ReaderSettings.setting(setting)?.values ?? []).map { "\(setting) \($0)" }
        default: return []
        }
    }

    private var folders: [String] {
        let paths = sidebar.overview.feeds.flatMap { feed in
            feed.folder.indices.map { feed.folder[...$0].joined(separator: "/") }
        }
        return Set(paths).sorted()
    }
}
