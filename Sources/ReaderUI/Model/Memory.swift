/// What the reader keeps from one session to the next, besides the library.
public struct Memory: Equatable, Sendable {
    public var foldedFolders: Set<[String]>
    public var theme: String?
    /// What was typed after `:`, oldest first.
    public var commandHistory: [String]
    public var searchHistory: [String]

    public init(
        foldedFolders: Set<[String]> = [], theme: String? = nil, commandHistory: [String] = [],
        searchHistory: [String] = []
    ) {
        self.foldedFolders = foldedFolders
        self.theme = theme
        self.commandHistory = commandHistory
        self.searchHistory = searchHistory
    }
}
