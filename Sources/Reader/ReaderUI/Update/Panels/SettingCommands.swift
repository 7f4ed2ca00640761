import FeedModel

extension State {
    private static let orderSetting = "order"
    private static let storySetting = "same-story"
    private static let readArticlesSetting = "show-read-articles"

    /// Applies the reread `config.toml` and theme files.
    mutating func apply(_ appearance: Appearance) -> [Effect] {
        let orderBefore = settings.order
        (settings, keymap, themes) = (appearance.settings, appearance.keymap, appearance.themes)
        if let name = appearance.theme {
            // A changed theme in the file overrides the theme chosen with T.
            let shown = memory.theme(over: name)
            let name = shown == Memory.automatic ? memory.themeForBackground() : shown
            theme = themes.first { $0.name == name } ?? theme
        } else {
            theme = themes.first { $0.name == theme.name } ?? theme
        }
        sidebar.rebuild(showsReadFeeds: settings.showsReadFeeds)
        let sorting = settings.order == orderBefore ? [] : target.scope.map { show($0) } ?? []
        return [.remember(memory)] + sorting + reload() + [.redraw]
    }

    mutating func setBackground(isDark: Bool) -> [Effect] {
        memory.isDark = isDark
        return fitThemeToBackground()
    }

    mutating func setThemes(_ themes: [Theme]) -> [Effect] {
        self.themes = themes
        return fitThemeToBackground()
    }

    /// Chooses the theme for the terminal's background, if the configured theme is `auto`.
    private mutating func fitThemeToBackground() -> [Effect] {
        guard followsBackground, let fitting = themes.first(where: { $0.name == memory.themeForBackground() }),
            fitting.name != theme.name
        else { return [] }
        theme = fitting
        return [.remember(memory)]
    }

    mutating func set(_ argument: String?) -> [Effect] {
        var parts = (argument ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard replaceMark(in: &parts) else { return [] }
        guard parts.count == 2, let setting = ReaderSettings.setting(parts[0]) else {
            sayUnknownSetting(parts, of: "set", ReaderSettings.table.map(\.name))
            return []
        }
        var value = parts[1].trimmedSpaces
        // A value copied from config.toml has quotation marks, and so has the form that a refusal shows.
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") { value = "\(value.dropFirst().dropLast())" }
        guard setting.set(&settings, value) else {
            say("\(setting.name) must be \(setting.expectation)", .error)
            return []
        }
        // Many settings change nothing that is on the screen.
        say("\(setting.name) is \(value)")
        return show(changeOf: setting.name)
    }

    /// Shows the value of `NAME?`, and replaces `NAME!` by the name and the other value, as in vim.
    ///
    /// - Returns: false if nothing remains to be set.
    private mutating func replaceMark(in parts: inout [String]) -> Bool {
        guard parts.count == 1, parts[0].count > 1, let mark = parts[0].last, "?!".contains(mark) else { return true }
        parts[0].removeLast()
        guard let setting = ReaderSettings.setting(parts[0]) else { return true }
        let value = setting.text(settings) ?? ""
        guard mark == "!" else {
            say("\(setting.name) is \(value)")
            return false
        }
        guard let other = setting.opposite(of: value) else {
            say("\(setting.name) cannot be toggled: it must be \(setting.expectation)", .error)
            return false
        }
        parts.append(other)
        return true
    }

    /// Shows the effect of a setting that was changed.
    private mutating func show(changeOf name: String) -> [Effect] {
        forgetWidth(setBy: name)
        sidebar.rebuild(showsReadFeeds: settings.showsReadFeeds)
        if name == Self.storySetting {
            return [.markStoriesTogether(settings.foldsStories), .loadOverview] + reload() + [.redraw]
        }
        if name == Self.orderSetting, let scope = target.scope {
            return show(scope) + [.loadOverview, .redraw]
        }
        if name == Self.readArticlesSetting { return reloadForReadArticlesSetting() + [.redraw] }
        return [.loadOverview, .redraw]
    }

    /// Reports a setting that does not exist, or the command's form if the value is missing.
    ///
    /// - Parameter words: the typed name and value.
    mutating func sayUnknownSetting(_ words: [String], of command: String, _ known: [String]) {
        let name = words.first
        let invocation = Invocation(line: words.joined(separator: " "))
        if let name, !known.contains(name), let invocation, invocation.problem == nil {
            say("No setting “\(name)”, but a command: type :\(invocation.line)", .error)
        } else if let name, !known.contains(name) {
            let guess = Self.guess(name, known)
            // :set changes only the table [reader].
            let others = guess.isEmpty && command == "set" ? ", :edit-config has others" : ""
            say("No setting “\(name)”\(guess); Tab after :\(command) shows them\(others)", .error)
        } else {
            say("\(command) takes a name and a value: \(command) \(name ?? known[0]) VALUE", .error)
        }
    }
}
