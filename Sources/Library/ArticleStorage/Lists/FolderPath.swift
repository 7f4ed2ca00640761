/// The folders of a subscription as one column: their names, outermost first, separated by ASCII's unit separator.
///
/// No name can hold that character, and everything below a folder is one range of an index.
struct FolderPath: Equatable {
    let text: String

    init(text: String) {
        self.text = text
    }

    init(_ names: [String]) {
        text = names.map { $0.filter { $0 != FolderPath.separator } }.filter { !$0.isEmpty }
            .joined(separator: String(FolderPath.separator))
    }

    var names: [String] {
        text.split(separator: FolderPath.separator).map(String.init)
    }

    /// The prefix of the paths of everything below this folder.
    var prefixOfContents: String {
        text.isEmpty ? "" : text + String(FolderPath.separator)
    }

    /// The first text that sorts after all paths with `prefixOfContents`.
    var endOfContents: String {
        text.isEmpty ? "\u{10FFFF}" : text + String(FolderPath.afterSeparator)
    }

    /// Returns the new path, if `old`, which is this path or above it, is renamed to `new`.
    func moved(from old: FolderPath, to new: FolderPath) -> FolderPath {
        FolderPath(new.names + names.dropFirst(old.names.count))
    }

    private static let separator: Character = "\u{1F}"
    private static let afterSeparator: Character = "\u{20}"
}
