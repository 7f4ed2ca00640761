import Basics
import Markup

extension MarkupScanner {
    /// True if a tag hides its element: `hidden`, `aria-hidden="true"`, `style="display:none"`, or a class with which
    /// pages hide text on screen or in print.
    func isInvisible(_ tag: StartTag) -> Bool {
        guard !tag.attributes.isEmpty else { return false }
        var (isPreview, isMeta) = (false, false)
        let isHidden = attributes(of: tag).contains { attribute in
            switch attribute.name.count {
            case 5 where isNamed("style", attribute): return hides(style: attribute.value)
            case 5 where isNamed("class", attribute):
                isPreview = isPreview || holds(previewClasses, in: attribute.value)
                isMeta = isMeta || hasValue("meta", attribute)
                return holds(hidingClasses, in: attribute.value)
            case 6: return isNamed("hidden", attribute) && !hasValue("until-found", attribute)
            case 11: return isNamed("aria-hidden", attribute) && hasValue("true", attribute)
            default: return false
            }
        }
        // Looked up once, not for each of many attributes of the same name.
        if isHidden { return !hasClass(shownClasses, tag) }
        return isPreview && isBeforeTeX || isMeta && beginsWithFileName
    }

    /// True before the name of a picture's file, with which Discourse follows the picture of the same description.
    private var beginsWithFileName: Bool {
        var inside = self
        for _ in 0..<maximumTokensOfFileName {
            guard case .startTag(let tag)? = inside.next() else { continue }
            if inside.hasClass(["informations"], tag) { return true }
        }
        return false
    }

    /// True if the `noscript` that was just begun starts with one of these elements: with a player that a script would
    /// have put in place of a picture, or with code that a script shows from another site.
    func begins(with names: [ShortName]) -> Bool {
        var inside = self
        while let token = inside.next() {
            switch token {
            case .text(let range) where inside.bytes.trimmed(range).isEmpty: continue
            case .startTag(let tag): return ShortName(inside.bytes, tag.name).map(names.contains) ?? false
            default: return false
            }
        }
        return false
    }

    /// True if an element inside code holds only the number of a line: its class says so, or its style keeps it from
    /// being copied with the code.
    func isLineNumber(_ tag: StartTag) -> Bool {
        guard !tag.attributes.isEmpty else { return false }
        var inside = self
        guard case .text(let text)? = inside.next() else { return false }
        let number = bytes.trimmed(text)
        guard !number.isEmpty, bytes[number].allSatisfy(\.isASCIIDigit) else { return false }
        return attributes(of: tag).contains { attribute in
            guard attribute.name.count == 5 else { return false }
            return isNamed("style", attribute) && declares("user-select", "none", in: attribute.value)
                || isNamed("class", attribute) && holds(lineNumberClasses, in: attribute.value)
        }
    }

    func isNamed(_ name: StaticString, _ attribute: Attribute) -> Bool {
        bytes.hasBytes(ignoringCase: name, at: attribute.name.lowerBound)
    }

    func hasValue(_ value: StaticString, _ attribute: Attribute) -> Bool {
        bytes.equals(ignoringCase: value, in: attribute.value)
    }

    private func hides(style: Range<Int>) -> Bool {
        declares("display", "none", in: style) || declares("visibility", "hidden", in: style)
    }

    /// True if a style gives a property a value that begins with the keyword.
    func declares(_ property: StaticString, _ keyword: StaticString, in style: Range<Int>) -> Bool {
        guard let name = bytes.firstRange(of: property, in: style) else { return false }
        let value = bytes.trimmed(name.upperBound..<style.upperBound)
        guard let colon = value.first, bytes[colon] == UInt8(ascii: ":") else { return false }
        let rest = bytes.trimmed(colon + 1..<style.upperBound)
        return rest.count >= keyword.utf8CodeUnitCount && bytes.hasBytes(ignoringCase: keyword, at: rest.lowerBound)
    }

    /// True for the label of a control, and for a tag with a style or a class that separates the element from the text
    /// before it, such as the class of a button. Inside code, elements with such a style are lines.
    func standsApart(_ tag: StartTag, isInCode: Bool = false) -> Bool {
        guard !tag.attributes.isEmpty else { return false }
        return bytes.equals(ignoringCase: "label", in: tag.name)
            || attributes(of: tag).contains { attribute in
                guard attribute.name.count == 5 else { return false }
                return isNamed("class", attribute) && holds(classesApart, in: attribute.value)
                    || !isInCode && isNamed("style", attribute) && declares("display", "block", in: attribute.value)
            }
    }

    /// True if the text in `range` would run into the word of a caption before it, from which the style of a `span`
    /// separates it: `<span>Low tide.</span><span>Ann Reed</span>`. Other elements also divide words: `<i>p</i>H`.
    func beginsCredit(_ range: Range<Int>) -> Bool {
        guard let first = bytes[range].first, 0x41...0x5A ~= first else { return false }
        var (end, isSpan) = (range.lowerBound, false)
        while let tag = bytes[..<end].lastIndex(of: UInt8(ascii: "<")), !bytes.hasBytes(ignoringCase: "<fig", at: tag),
            bytes.firstIndex(of: UInt8(ascii: ">"), in: tag..<end) == end - 1
        {
            let name = bytes[tag + 1] == UInt8(ascii: "/") ? tag + 2 : tag + 1
            isSpan = isSpan || bytes.hasBytes(ignoringCase: "span", at: name)
            end = tag
        }
        guard isSpan, let last = bytes[..<end].last else { return false }
        return 0x61...0x7A ~= last || ".!?)".utf8.contains(last)
    }

    /// True if a class attribute names a button.
    func holdsButton(_ names: Range<Int>) -> Bool {
        holds(buttonClasses, in: names)
    }

    func hasClass(_ names: [StaticString], _ tag: StartTag) -> Bool {
        attributes(of: tag).contains { $0.name.count == 5 && isNamed("class", $0) && holds(names, in: $0.value) }
    }

    /// True if a class attribute holds one of the names.
    private func holds(_ names: [StaticString], in value: Range<Int>) -> Bool {
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, !bytes[end].isMarkupSpace { end += 1 }
            for name in names where name.utf8CodeUnitCount == end - start && bytes.hasBytes(name, at: start) {
                return true
            }
            start = end + 1
        }
        return false
    }
}

private let hidingClasses: [StaticString] = [
    "adsbygoogle", "mw-editsection", "noprint", "screen-reader-text", "sr-only", "visually-hidden", "visuallyhidden",
    // The classes of Substack's poems, Foundation, Drupal, and the British and American governments.
    "hide-text", "show-for-sr", "element-invisible", "govuk-visually-hidden", "usa-sr-only",
    // The controls and icons of Ghost's cards and of forums, which only scripts and styles make use of.
    "kg-audio-hide", "kg-audio-player", "kg-video-player", "kg-bookmark-icon", "bbCodeBlock-expandLink",
    // The boxes that show and hide the side notes of Tufte's style on small screens.
    "margin-toggle",
    // The numbers of lines that Pygments, Rouge and highlight.js write next to code.
    "hljs-ln-numbers", "lineno", "linenos", "rouge-gutter",
    // The buttons of Crayon, and its copy of the code for the clipboard.
    "crayon-tools", "crayon-plain-wrap", "urvanov-syntax-highlighter-tools",
    "urvanov-syntax-highlighter-plain-wrap",
]

private let maximumTokensOfFileName = 12

/// The classes of the text that replaces a formula until a script has shown it.
private let previewClasses: [StaticString] = ["MathJax_Preview"]

/// The classes of elements that are shown although their style hides them.
private let shownClasses: [StaticString] = [
    // The pictures with which MediaWiki shows formulas. Their alternative text is all that a terminal has: the MathML
    // next to them, which is for screen readers, is hidden.
    "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display",
    // Spoilers of forums and WordPress, which a script shows on a click.
    "spoiler", "spoiler-body", "spoiler-content", "spoiler-text", "sp-body", "collapseomatic_content",
    "easySpoilerSpoils",
]

/// The classes of Chroma and of React's highlighter for the numbers of lines.
private let lineNumberClasses: [StaticString] = ["ln", "lnt", "linenumber", "line-number"]

private let buttonClasses: [StaticString] = ["btn", "button", "wp-element-button"]

private let classesApart: [StaticString] = [
    "btn", "button", "wp-block-file__button", "wp-element-button", "kg-bookmark-publisher", "marginnote", "sidenote",
    "tooltiptext",
]
