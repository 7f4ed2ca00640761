/// What the reader keeps from one session to the next, besides the library.
package struct Memory: Equatable, Sendable {
    package var foldedFolders: Set<[String]>
    /// The theme chosen in the reader; it holds until the configuration names another one than it did then.
    package var theme: String?
    /// What the configuration named last.
    package var configuredTheme: String?
    /// What was typed after `:`, oldest first.
    package var commandHistory: [String]
    package var searchHistory: [String]

    package init(
        foldedFolders: Set<[String]> = [], theme: String? = nil, configuredTheme: String? = nil,
        commandHistory: [String] = [],
        searchHistory: [String] = []
    ) {
        self.foldedFolders = foldedFolders
        self.theme = theme
        self.configuredTheme = configuredTheme
        self.commandHistory = commandHistory
        self.searchHistory = searchHistory
    }

    /// The theme to show where the configuration names this one.
    package mutating func theme(over configured: String) -> String {
        if configuredTheme != configured {
            theme = nil
            configuredTheme = configured
        }
        return theme ?? configured
    }
}
