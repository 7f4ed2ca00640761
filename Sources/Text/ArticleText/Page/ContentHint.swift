import Markup

/// What a tag says about the part of a page that it begins: by its name, its role, and the words of its class and id.
enum ContentHint: Equatable, Sendable {
    /// The page marks the part as what it is about.
    case main
    /// The part is probably of the text.
    case content
    /// Says nothing.
    case none
    /// Navigation, adverts, comments, notices: around the text, not of it.
    case clutter

    /// What tag and attributes tell together.
    static func of(_ tag: StartTag, _ name: ShortName, _ scanner: MarkupScanner) -> ContentHint {
        let byName = names[name] ?? .none
        var hint = byName
        for attribute in scanner.attributes(of: tag) {
            switch ShortName(scanner.bytes, attribute.name) {
            case "role"?: hint = (ShortName(scanner.bytes, attribute.value).flatMap { roles[$0] }) ?? hint
            case "itemprop"? where scanner.bytes.holdsWord("articlebody", in: attribute.value): return .main
            case "class"?, "id"?: hint = hint.joined(with: words(scanner.bytes, attribute.value))
            default: break
            }
        }
        // Whole pages wear classes like "nav-open"; what is named `main` or `article` means it.
        return hint == .clutter && frames.contains(name) ? byName : hint
    }

    private func joined(with other: ContentHint) -> ContentHint {
        switch (self, other) {
        case (.clutter, _), (_, .clutter): .clutter
        case (.main, _): .main
        case (_, .none): self
        default: other
        }
    }

    /// The hint that the words of a class or an id give; a class of "has-sidebar" or "no-comments" tells of others.
    private static func words(_ bytes: [UInt8], _ value: Range<Int>) -> ContentHint {
        var result = ContentHint.none
        for item in bytes[value].split(whereSeparator: \.isMarkupSpace) {
            let words = bytes.words(in: item.startIndex..<item.endIndex)
            guard !words.contains(where: negations.contains) else { continue }
            if words.contains(where: clutterWords.contains) { return .clutter }
            if words.contains(where: contentWords.contains) { result = .content }
        }
        return result
    }

    // MARK: The tables

    private static let names: [ShortName: ContentHint] = [
        "main": .main, "article": .content, "nav": .clutter, "aside": .clutter, "footer": .clutter, "menu": .clutter,
        "dialog": .clutter,
    ]

    private static let frames: Set<ShortName> = ["html", "body", "main", "article"]

    private static let roles: [ShortName: ContentHint] = [
        "main": .main, "article": .content, "navigation": .clutter, "banner": .clutter, "contentinfo": .clutter,
        "complementary": .clutter, "search": .clutter, "dialog": .clutter, "alertdialog": .clutter, "menu": .clutter,
    ]

    private static let contentWords = set("article content entry hentry post prose story markdown recipe bodytext")

    private static let clutterWords = set(
        """
        ad ads adsense advert advertisement adverts adsbygoogle sponsor sponsored promo promotion banner cookie cookies \
        consent gdpr newsletter subscribe subscription signup login signin popup modal overlay lightbox share sharing \
        sharedaddy social related recommended recommendations trending comment comments respond disqus sidebar widget \
        widgets nav navbar navigation navbox menu breadcrumb breadcrumbs pagination pager toolbar footer masthead topbar \
        toc outbrain taboola skip noprint editsection catlinks tags taglist
        """)

    private static let negations = set("has with without no not open closed enabled disabled layout")

    private static func set(_ words: String) -> Set<ShortName> {
        Set(words.split(whereSeparator: \.isWhitespace).map { ShortName($0) })
    }
}

extension Array<UInt8> {
    /// The words of a name like `mainContent_sidebar-2`: main, content, sidebar.
    fileprivate func words(in range: Range<Int>) -> [ShortName] {
        var words: [ShortName] = []
        var start = range.lowerBound
        var index = start
        func isUpper(_ index: Int) -> Bool { 0x41...0x5A ~= self[index] }
        while index <= range.upperBound {
            let endsWord = index == range.upperBound || !self[index].isASCIILetter
            if endsWord || (index > start && isUpper(index) && !isUpper(index - 1)) {
                if index > start, let word = ShortName(self, start..<index) { words.append(word) }
                start = endsWord ? index + 1 : index
            }
            index += 1
        }
        return words
    }

    fileprivate func holdsWord(_ word: StaticString, in range: Range<Int>) -> Bool {
        self[range].split(whereSeparator: \.isMarkupSpace).contains {
            $0.count == word.utf8CodeUnitCount && hasBytes(ignoringCase: word, at: $0.startIndex)
        }
    }
}
