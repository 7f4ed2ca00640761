/// A search that the person keeps in the sidebar.
package struct SavedSearch: Hashable, Sendable {
    package var name: String
    package var query: String

    package init(name: String, query: String) {
        self.name = name
        self.query = query
    }
}
