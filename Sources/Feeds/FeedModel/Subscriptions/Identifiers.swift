/// The library's own number for a subscription; it is never reused.
package struct SubscriptionID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (a: SubscriptionID, b: SubscriptionID) -> Bool {
        a.rawValue < b.rawValue
    }
}

/// The library's own number for an article; it is never reused, and ascends in the order of arrival.
package struct ArticleID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (a: ArticleID, b: ArticleID) -> Bool {
        a.rawValue < b.rawValue
    }
}
