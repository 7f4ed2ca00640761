/// Maps prefixes to vocabularies at the current position in a document.
struct NamespaceScope {
    private var bindings: [String: Vocabulary] = [:]
    /// The vocabularies that the declarations of the open elements replaced; they return when the elements close.
    private var replaced: [(prefix: String, vocabulary: Vocabulary?)] = []
    /// Meanings already looked up by qualified name; valid until a declaration changes.
    private var meanings: [String: QualifiedMeaning] = [:]
    /// The vocabulary of elements without a namespace.
    private(set) var native = Vocabulary.rss

    struct QualifiedMeaning {
        let meaning: Meaning
        let vocabulary: Vocabulary
    }

    /// The number of declarations in force, for a later `forget(to:)`.
    var count: Int { replaced.count }

    /// Decides, after the root's own declarations, the vocabulary of elements without a prefix. An unprefixed root
    /// belongs to the vocabulary of its name, whatever namespace it declares.
    mutating func setNative(_ vocabulary: Vocabulary, rootPrefix: String) {
        native = vocabulary
        if rootPrefix.isEmpty || bindings[""] == .foreign { bindings[""] = vocabulary }
        if bindings[rootPrefix] ?? .foreign == .foreign { bindings[rootPrefix] = vocabulary }
        meanings.removeAll()
    }

    /// Declares `xmlns:prefix="namespace"`; the prefix is empty for `xmlns`.
    mutating func declare(_ prefix: String, _ namespace: String) {
        // An unknown default namespace is the feed's own, misspelt or invented.
        let unknown = prefix.isEmpty ? native : .foreign
        replaced.append((prefix, bindings[prefix]))
        bindings[prefix] = Vocabulary(namespace: namespace) ?? Vocabulary(usualPrefix: prefix) ?? unknown
        meanings.removeAll(keepingCapacity: true)
    }

    /// Removes all declarations but the first `count`.
    mutating func forget(to count: Int) {
        guard replaced.count > count else { return }
        while replaced.count > count, let last = replaced.popLast() { bindings[last.prefix] = last.vocabulary }
        meanings.removeAll(keepingCapacity: true)
    }

    /// Returns the meaning of an element with this name (as written).
    mutating func meaning(of qualifiedName: String) -> QualifiedMeaning {
        if let known = meanings[qualifiedName] { return known }
        let found = lookUp(qualifiedName)
        // A hostile document may have any number of names; a feed has a few dozen.
        if meanings.count < 500 { meanings[qualifiedName] = found }
        return found
    }

    private func lookUp(_ qualifiedName: String) -> QualifiedMeaning {
        let parts = qualifiedName.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? String(parts[0]) : ""
        let vocabulary = bindings[prefix] ?? (prefix.isEmpty ? native : Vocabulary(usualPrefix: prefix) ?? .foreign)
        let local = (parts.last ?? "").lowercased()
        return QualifiedMeaning(meaning: Meaning.of(local, in: vocabulary), vocabulary: vocabulary)
    }
}
