/// A search that the person keeps in the sidebar.
public struct SavedSearch: Hashable, Sendable {
    public var name: String
    public var query: String

    public init(name: String, query: String) {
        self.name = name
        self.query = query
    }
}
