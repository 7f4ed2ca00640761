/// Folders as people and lists of feeds write them: a slash separates nested folders, so no name holds one. The folders
/// of servers are on one level and keep their names, which may hold slashes.
package enum FolderNames {
    /// Returns the names in a text such as `News/Tech`, outermost first, without the blanks around them.
    package static func path(_ text: String) -> [String] {
        text.split(separator: "/").map { String($0).trimmedSpaces }.filter { !$0.isEmpty }
    }

    /// Returns the folder that a text names among folders and those around them, even one whose name holds a slash;
    /// else the names in the text.
    package static func path(_ text: String, among folders: some Sequence<[String]>) -> [String] {
        let wanted = path(text)
        guard !wanted.isEmpty else { return [] }
        for folder in folders {
            for depth in folder.indices where folder[...depth].flatMap({ path($0) }) == wanted {
                return Array(folder[...depth])
            }
        }
        return wanted
    }
}

extension OPMLOutline {
    /// The outline with a folder for each part of a name that holds a slash. Names without one stay as written.
    package var nested: OPMLOutline {
        let names = folder + (feedURL == nil ? [title] : [])
        guard names.contains(where: { $0.contains("/") }) else { return self }
        let path = names.flatMap { $0.contains("/") ? FolderNames.path($0) : [$0] }.prefix(
            OPMLDocument.maximumFolderDepth)
        var outline = self
        outline.folder = Array(feedURL == nil ? path.dropLast() : path)
        if feedURL == nil { outline.title = path.last ?? "" }
        return outline
    }
}
