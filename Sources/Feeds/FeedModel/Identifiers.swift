/// The library's own number for a subscription; never reused.
public struct SubscriptionID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: SubscriptionID, b: SubscriptionID) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// The library's own number for an article; never reused, rising in the order in which articles came in.
public struct ArticleID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (a: ArticleID, b: ArticleID) -> Bool {
        a.rawValue < b.rawValue
    }
}
