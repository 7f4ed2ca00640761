/// The author of a feed or an article; at least one of the three values is set.
package struct Author: Hashable, Sendable, Codable {
    package var name: String?
    package var url: String?
    package var email: String?

    package init(name: String? = nil, url: String? = nil, email: String? = nil) {
        self.name = name
        self.url = url
        self.email = email
    }
}
