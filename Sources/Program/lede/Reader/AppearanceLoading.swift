import Basics
import ReaderUI
import Screen

extension Appearance {
    /// Creates the appearance from the person's files, limited to what this terminal can show (few colours, `NO_COLOR`,
    /// a locale without Unicode).
    init(
        _ configuration: Configuration, _ catalog: ThemeCatalog, _ depth: ColorDepth, environment: [String: String]
    ) {
        let usesColor = Self.usesColor(environment)
        var settings = configuration.reader
        if !TerminalEncoding.isUnicode(environment) {
            settings.glyphs = .ascii
            settings.hasPlainLetters = true
        }
        settings.terminalReorders = Self.reordersText(environment)
        if !usesColor { settings.highlights = settings.highlights.map { $0?.withoutColors } }
        self.init(
            settings: settings, keymap: configuration.keymap,
            themes: catalog.themes.map { usesColor ? $0.fitted(to: depth) : $0.withoutColors },
            theme: configuration.theme
        )
    }

    /// True if `NO_COLOR` is unset or empty (no-color.org).
    static func usesColor(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// True if the terminal itself puts right-to-left text into display order: VTE from 0.58 (GNOME Terminal and
    /// others), Konsole, mlterm and Apple's Terminal do.
    static func reordersText(_ environment: [String: String]) -> Bool {
        (environment["VTE_VERSION"].flatMap { Int($0, within: 0...1_000_000) } ?? 0) >= 5_800
            || environment["KONSOLE_VERSION"] != nil
            || environment["TERM"]?.hasPrefix("mlterm") == true || environment["TERM_PROGRAM"] == "Apple_Terminal"
    }
}
