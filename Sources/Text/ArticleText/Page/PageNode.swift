extension PageTree {
    /// An element or a text.
    struct Node {
        var kind: PageElement
        let parent: Int32
        /// The start of its tag or text.
        let start: Int32
        /// The end of its end tag or text.
        var end: Int32
        /// The index after its last descendant.
        var subtreeEnd: Int32 = 0
        var classHints: NameHints = []
        var idHints: NameHints = []
        /// The range of its class attribute.
        var classRange: Range<Int32> = 0..<0
        var traits: Traits = []
        /// Characters of a text; a run of white space counts as one.
        var length: Int32 = 0
        /// Commas of a text, in all scripts.
        var commas: Int32 = 0

        var hints: NameHints { classHints.union(idHints) }
    }

    /// Flags from the other attributes of an element.
    struct Traits: OptionSet {
        let rawValue: UInt32

        /// `role` of navigation, menus, dialogs and the like.
        static let isWidget = Traits(rawValue: 1 << 0)
        /// `rel="author"` or `itemprop="author"`.
        static let isAuthor = Traits(rawValue: 1 << 1)
        /// `itemprop="articleBody"`, or the description of a product.
        static let isBody = Traits(rawValue: 1 << 2)
        /// A link to a position on the page itself.
        static let isFragment = Traits(rawValue: 1 << 3)
        /// A data table by its `summary`, or a layout table by `role="presentation"`.
        static let isDataTable = Traits(rawValue: 1 << 4)
        static let isLayout = Traits(rawValue: 1 << 5)
        /// Text that ends like a sentence.
        static let endsSentence = Traits(rawValue: 1 << 6)
        /// `role="main"` or `role="article"`.
        static let isMain = Traits(rawValue: 1 << 7)
        /// `itemprop="description"`.
        static let isDescription = Traits(rawValue: 1 << 8)
        /// A link to another page.
        static let leadsAway = Traits(rawValue: 1 << 9)
        /// `itemtype`, with any value, and with the value for a product.
        static let isItem = Traits(rawValue: 1 << 10)
        static let isProduct = Traits(rawValue: 1 << 11)
        /// A link to the file of a picture or a document, or one that shows its address. It and its words are part of
        /// the text, unlike a link to another page.
        static let leadsToFile = Traits(rawValue: 1 << 12)
        /// `role="alert"`: a message of the site, or a note in an article.
        static let isAlert = Traits(rawValue: 1 << 13)
        /// A video or a recording, or the frame of one; other frames are adverts and trackers.
        static let isPlayer = Traits(rawValue: 1 << 14)

        /// `itemprop="datePublished"` or `dateModified`.
        static let isPublicationDate = Traits(rawValue: 1 << 15)
        /// A link to one video, recording or message of a social network, as articles embed them.
        static let leadsToEmbed = Traits(rawValue: 1 << 16)
        /// A link to the comments of readers.
        static let leadsToComments = Traits(rawValue: 1 << 17)
        /// An `a` that is no link and marks no position: only scripts make use of it.
        static let isScripted = Traits(rawValue: 1 << 18)
        /// An `a` of that kind whose attributes show that it is a button.
        static let isButton = Traits(rawValue: 1 << 19)
        /// `itemprop="offers"`: the price of a product.
        static let isOffer = Traits(rawValue: 1 << 20)

        /// False for an `a` without an address, which only marks a position on the page.
        var isLink: Bool { !isDisjoint(with: [.isFragment, .leadsAway]) }
    }
}
