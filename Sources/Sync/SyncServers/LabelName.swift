import FeedParsing

/// The names of a server's labels. A tag may differ from its label, and several labels may become one tag.
enum LabelName {
    /// Returns the labels of a tag that a change of it concerns: to add the tag one is enough, best the one with its very
    /// name, and to remove it all of them must go.
    static func names(of tag: String, among labels: [String], isAdded: Bool) -> [String] {
        let names = labels.filter { StarredItems.tag(of: $0) == tag }
        guard isAdded else { return names }
        return names.contains(tag) ? [tag] : Array(names.prefix(1))
    }
}
