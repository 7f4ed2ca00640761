import FeedModel

// Folds and unfolds the folders of the column of feeds.
extension State {
    mutating func toggleFold() -> [Effect] {
        guard case .folder(let path, let isFolded) = sidebar.selected else {
            let effects = foldCurrent()
            sayFold()
            return effects
        }
        sidebar.fold(path, !isFolded, showsReadFeeds: settings.showsReadFeeds)
        memory.foldedFolders = sidebar.folded
        sayFold()
        return [.remember(memory)]
    }

    /// If the feeds are not on the screen, says that the selected folder is now folded or unfolded; or says that no
    /// folder is selected.
    private mutating func sayFold() {
        guard case .folder(let path, let isFolded) = sidebar.selected else {
            say("No folder is selected in the feeds")
            return
        }
        guard columns.area(of: .feeds) == nil else { return }
        say("\(isFolded ? "Folded" : "Unfolded") \(path.joined(separator: "/")) in the feeds")
    }

    /// Folds the selected folder, or the folder of the selected feed.
    mutating func foldCurrent() -> [Effect] {
        let path: [String]
        switch sidebar.selected {
        case .folder(let folder, let isFolded): path = isFolded ? Array(folder.dropLast()) : folder
        case .feed: path = sidebar.selectedFeed?.folder ?? []
        default: path = []
        }
        guard !path.isEmpty else { return [] }
        sidebar.fold(path, true, showsReadFeeds: settings.showsReadFeeds)
        sidebar.select(.folder(path))
        memory.foldedFolders = sidebar.folded
        return previewScope() + [.remember(memory)]
    }

    /// Folds all folders, or unfolds them if all are folded.
    mutating func foldAll() -> [Effect] {
        guard sidebar.foldAll(showsReadFeeds: settings.showsReadFeeds) else {
            say("There are no folders")
            return []
        }
        memory.foldedFolders = sidebar.folded
        if columns.area(of: .feeds) == nil {
            say("\(sidebar.folded.isEmpty ? "Unfolded" : "Folded") all folders in the feeds")
        }
        return previewScope() + [.remember(memory)]
    }
}

extension Sidebar {
    /// Returns false if there are no folders.
    fileprivate mutating func foldAll(showsReadFeeds: Bool) -> Bool {
        // The first one is the top level, which cannot be folded.
        let tree = FolderTree(overview.feeds, emptyFolders: overview.emptyFolders)
        let folders = Set(tree.folders.dropFirst().map(\.path))
        guard !folders.isEmpty else { return false }
        folded = folders.isSubset(of: folded) ? [] : folders
        rebuild(showsReadFeeds: showsReadFeeds)
        return true
    }
}
