/// A label on a server, and the articles that have it. In the library it is one of the person's own tags.
package struct RemoteLabel: Equatable, Sendable {
    package var name: String
    /// The server's ids of the articles.
    package var ids: Set<String>
    /// False if an article missing from `ids` may still have the label.
    package var isComplete: Bool

    package init(_ name: String, ids: Set<String> = [], isComplete: Bool) {
        self.name = name
        self.ids = ids
        self.isComplete = isComplete
    }

    /// Maximum number of labels whose articles one sync lists, and of labels of one article (default 50).
    package static let maximumCount = 50
}
