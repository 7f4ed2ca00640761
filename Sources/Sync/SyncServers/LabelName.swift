import FeedParsing

/// The names of a server's labels. A tag may differ from its label, and several labels may become one tag.
enum LabelName {
    /// Returns the labels to change for a tag: one label to add it, preferably the one with the same name; all labels
    /// that are this tag to remove it.
    static func names(of tag: String, among labels: [String], isAdded: Bool) -> [String] {
        let names = labels.filter { StarredItems.tag(of: $0) == tag }
        guard isAdded else { return names }
        return names.contains(tag) ? [tag] : Array(names.prefix(1))
    }
}
