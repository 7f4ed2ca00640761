/// A feed that an address offers.
package struct FoundFeed: Hashable, Sendable {
    var url: String
    var title: String

    package init(url: String, title: String) {
        self.url = url
        self.title = title
    }
}
