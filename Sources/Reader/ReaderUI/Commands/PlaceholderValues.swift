/// The values of a command's placeholders: `%u`, `%t` and `%f`.
package struct PlaceholderValues: Equatable, Sendable {
    package var address: String
    var title: String
    var feed: String

    package init(address: String, title: String, feed: String) {
        self.address = address
        self.title = title
        self.feed = feed
    }

    /// Replaces the words that are placeholders with their values. A placeholder inside a longer word stays, because a
    /// shell script could run a title as a command. No value is read as an option.
    package func filled(_ words: [String]) -> [String] {
        let values = ["%u": address, "%t": title, "%f": feed]
        return words.map { word in
            guard let value = values[word] else { return word }
            return value.hasPrefix("-") ? " " + value : value
        }
    }

    /// The unchanged values for the program's environment: no shell and no option parser reads them there.
    package var variables: [String: String] {
        ["LEDE_URL": address, "LEDE_TITLE": title, "LEDE_FEED": feed].mapValues { value in
            String(value.prefix { $0 != "\0" })
        }
    }
}
