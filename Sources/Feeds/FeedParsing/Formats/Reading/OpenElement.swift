internal import Markup

/// An element that is read piece by piece, and the state that its children inherit.
struct OpenElement {
    enum Kind {
        case channel, item
        /// Has no meaning itself; its children are read.
        case wrapper
        case ignored
    }

    let kind: Kind
    /// The name as it is written, with its prefix.
    let name: Range<Int>
    /// `xml:base`, each relative to the one above, the outermost to the document's address.
    let base: String?
    /// `xml:lang`.
    let language: String?
    /// The number of namespace declarations in force before the element.
    let namespaces: Int
}

/// An element with a meaning, and its inherited state.
struct FeedElement {
    let tag: StartTag
    let meaning: Meaning
    let vocabulary: Vocabulary
    let base: String?

    init(_ tag: StartTag, _ name: NamespaceScope.QualifiedMeaning, _ base: String?) {
        self.tag = tag
        meaning = name.meaning
        vocabulary = name.vocabulary
        self.base = base
    }
}
