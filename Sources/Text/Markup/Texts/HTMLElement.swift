/// The properties of HTML's elements, by lower-case name.
package enum HTMLElement {
    /// True if HTML has an element of this name: `<name>` in a title is then markup, unlike `Array<String>`.
    package static func isKnown(_ name: String) -> Bool {
        known.contains(name)
    }

    /// True if the element never has content or an end tag.
    package static func isVoid(_ name: String) -> Bool {
        void.contains(name)
    }

    /// The properties that plain text depends on.
    struct Traits: OptionSet {
        let rawValue: UInt8
        static let void = Traits(rawValue: 1)
        static let block = Traits(rawValue: 2)
        static let hidden = Traits(rawValue: 4)
        static let known = Traits(rawValue: 8)
        static let notInTitles = Traits(rawValue: 16)
    }

    static func traits(of name: ArraySlice<UInt8>) -> Traits {
        traits[ElementName(name)] ?? []
    }

    private static let traits: [ElementName: Traits] = {
        var traits: [ElementName: Traits] = [:]
        let sets = [
            (void, Traits.void), (block, .block), (hidden, .hidden), (known, .known), (notInTitles, .notInTitles),
        ]
        for (names, trait) in sets {
            for name in names { traits[ElementName(name.utf8), default: []].insert(trait) }
        }
        return traits
    }()

    /// True if the content of the element `name` is literal text (HTML §13.1.2: raw text elements).
    static func isRawText(_ bytes: [UInt8], _ name: Range<Int>) -> Bool {
        switch name.count {
        case 5: bytes.hasBytes(ignoringCase: "style", at: name.lowerBound)
        case 6: bytes.hasBytes(ignoringCase: "script", at: name.lowerBound)
        default: false
        }
    }

    private static let known = block.union(void).union(hidden).union(
        names(
            """
            a abbr acronym applet area audio b basefont bdi bdo big blink button canvas cite code data del dfn em font i iframe img \
            input ins kbd label map mark math meter nobr noscript object output picture progress q rb rp rt rtc ruby s samp select \
            slot small source span strike strong sub sup svg textarea time tt u var video
            """))

    private static let void = names(
        "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")

    private static let block = names(
        """
        address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset \
        figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav \
        ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp
        """)

    /// The elements whose content is never shown. `iframe`, `object` and `noscript` are not among them: their content
    /// is a fallback for readers without these features.
    private static let hidden = names("head link meta noembed noframes script style template title")

    /// The elements that have no effect in a title, unless the title is about them.
    private static let notInTitles = names(
        """
        area article aside audio base body button canvas col colgroup datalist details dialog embed fieldset figcaption \
        figure footer form head header hgroup html iframe img input label legend link main map menu meta meter nav \
        noscript object optgroup option output picture progress script search section select slot source style summary \
        svg table tbody td template textarea tfoot th thead title tr track video
        """)

    private static func names(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").map(String.init))
    }
}
