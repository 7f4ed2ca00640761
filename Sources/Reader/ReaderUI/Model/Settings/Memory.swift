/// Data that the reader keeps between sessions, apart from the library.
package struct Memory: Equatable, Sendable {
    package var foldedFolders: Set<[String]>
    /// The theme chosen in the reader; it applies until the configuration names another theme than it did at the time
    /// of the choice.
    package var theme: String?
    /// The theme that the configuration named last.
    package var configuredTheme: String?
    /// True if the last background that a terminal reported was dark; nil if none was reported.
    package var isDark: Bool?
    /// Lines typed after `:`, oldest first.
    package var commandHistory: [String]
    package var searchHistory: [String]
    /// The widths of columns that keys or the mouse set last.
    package var widths: ColumnWidths

    package init(
        foldedFolders: Set<[String]> = [], theme: String? = nil, configuredTheme: String? = nil,
        commandHistory: [String] = [],
        searchHistory: [String] = [], isDark: Bool? = nil, widths: ColumnWidths = ColumnWidths()
    ) {
        self.widths = widths
        self.isDark = isDark
        self.foldedFolders = foldedFolders
        self.theme = theme
        self.configuredTheme = configuredTheme
        self.commandHistory = commandHistory
        self.searchHistory = searchHistory
    }

    /// The theme of the configuration that follows the terminal's background.
    package static let automatic = "auto"

    /// Returns the theme to show in place of `auto`.
    package func themeForBackground() -> String { isDark == false ? "light" : "dark" }

    /// Returns the theme to show if the configuration names `configured`.
    package mutating func theme(over configured: String) -> String {
        if configuredTheme != configured {
            theme = nil
            configuredTheme = configured
        }
        return theme ?? configured
    }
}
