/// Who wrote a feed or an article; at least one of the three is there.
public struct Author: Hashable, Sendable, Codable {
    public var name: String?
    public var url: String?
    public var email: String?

    public init(name: String? = nil, url: String? = nil, email: String? = nil) {
        self.name = name
        self.url = url
        self.email = email
    }
}
