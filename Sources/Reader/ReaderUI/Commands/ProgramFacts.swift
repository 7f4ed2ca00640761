/// What the placeholders of a command stand for: `%u`, `%t` and `%f`.
package struct ProgramFacts: Equatable, Sendable {
    package var address: String
    package var title: String
    package var feed: String

    package init(address: String, title: String, feed: String) {
        self.address = address
        self.title = title
        self.feed = feed
    }

    /// The words with the facts in place of placeholders. Only a word that is nothing but a placeholder is one: inside of a
    /// script a title could be read as a command. A fact is never read as an option, either.
    package func filled(_ words: [String]) -> [String] {
        let facts = ["%u": address, "%t": title, "%f": feed]
        return words.map { word in
            guard let fact = facts[word] else { return word }
            return fact.hasPrefix("-") ? " " + fact : fact
        }
    }
}
