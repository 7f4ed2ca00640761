package import ArticleStorage
import Foundation
package import ReaderUI

/// Reads and writes the reader's data between sessions, as a setting of the library.
package struct StoredMemory: Sendable {
    private static let setting = "reader"
    private let store: ArticleStore

    private struct Document: Codable {
        var foldedFolders: [[String]] = []
        var theme: String?
        var configuredTheme: String?
        var commandHistory: [String] = []
        var searchHistory: [String] = []
        var isDark: Bool?
        var feedsWidth: Int?
        var listWidth: Int?

        var widths: ColumnWidths {
            func width(_ stored: Int?) -> Int { min(max(0, stored ?? 0), ColumnWidths.maximum) }
            return ColumnWidths(feeds: width(feedsWidth), articles: width(listWidth))
        }
    }

    package init(store: ArticleStore) {
        self.store = store
    }

    /// Returns the stored data, except values that cannot be read.
    package func read() -> Memory {
        guard var text = try? store.setting(Self.setting),
            let document = try? JSONDecoder().decode(Document.self, from: text.withUTF8 { Data(buffer: $0) })
        else { return Memory() }
        return Memory(
            foldedFolders: Set(document.foldedFolders), theme: document.theme,
            configuredTheme: document.configuredTheme, commandHistory: document.commandHistory,
            searchHistory: document.searchHistory, isDark: document.isDark, widths: document.widths)
    }

    func write(_ memory: Memory) {
        let document = Document(
            foldedFolders: memory.foldedFolders.sorted { $0.lexicographicallyPrecedes($1) }, theme: memory.theme,
            configuredTheme: memory.configuredTheme,
            commandHistory: memory.commandHistory, searchHistory: memory.searchHistory, isDark: memory.isDark,
            feedsWidth: memory.widths.feeds, listWidth: memory.widths.articles)
        guard let data = try? JSONEncoder().encode(document) else { return }
        // A lost history is not worth an error message.
        try? store.setSetting(String(decoding: data, as: UTF8.self), for: Self.setting)
    }
}
