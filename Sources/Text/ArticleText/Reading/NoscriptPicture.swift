import Markup

/// Pictures that a page has only in `noscript`, where other pages repeat the one that a script loads.
extension MarkupScanner {
    /// Maximum number of tokens from the start of a `noscript` to its picture, and from there to the next element.
    private static let maximumTokensOfNoscript = 12
    /// Minimum width, in pixels, of a picture without words whose address does not end like that of a picture.
    private static let minimumWidth = 50

    /// True if the `noscript` that was just begun holds a picture, and no picture is directly before or after it.
    var holdsOnlyPicture: Bool {
        guard !followsPicture else { return false }
        var inside = self
        for _ in 0..<Self.maximumTokensOfNoscript {
            switch inside.next() {
            case .text(let range)? where inside.bytes.trimmed(range).isEmpty: continue
            case .startTag(let tag)?:
                guard let name = ShortName(inside.bytes, tag.name), !inside.isInvisible(tag) else { return false }
                switch ElementRole.role(of: name) {
                case .picture: return Self.isContent(Picture(tag, &inside)) && !inside.precedesPicture
                case .block, .anchor, nil: continue
                default: return false
                }
            default: return false
            }
        }
        return false
    }

    /// True for a picture that a reader sees; others only count visits.
    private static func isContent(_ picture: Picture) -> Bool {
        guard case .picture(_, let reference?) = picture.use, !Picture.isBlank(reference) else { return false }
        return Picture.isAddress(reference) || picture.words != nil || picture.width ?? 0 >= minimumWidth
    }

    /// True if a picture is before the current tag, in the same element or at the end of one there, without text
    /// between.
    private var followsPicture: Bool {
        var end = tokenStart
        var depth = 0
        for _ in 0..<Self.maximumTokensOfNoscript {
            while end > 0, bytes[end - 1].isMarkupSpace { end -= 1 }
            guard end > 0, bytes[end - 1] == UInt8(ascii: ">"),
                let start = bytes[max(0, end - Self.maximumTagLength)..<end].lastIndex(of: UInt8(ascii: "<")),
                start + 2 < end
            else { return false }
            if bytes[start + 1] == UInt8(ascii: "/") {
                depth += 1
            } else if bytes[start + 1] != UInt8(ascii: "!") {
                let name = start + 1..<bytes.endOfName(in: start + 1..<end)
                let role = ShortName(bytes, name).flatMap(ElementRole.role)
                if role == .picture { return true }
                guard depth > 0 else { return false }
                depth -= 1
            }
            end = start
        }
        return false
    }

    /// Maximum length of a tag, in bytes: addresses of a picture in many sizes are long.
    private static let maximumTagLength = 8_192

    /// True if the `noscript` that holds the current position ends directly before a picture.
    private var precedesPicture: Bool {
        var inside = self
        var isOutside = false
        for _ in 0..<Self.maximumTokensOfNoscript {
            switch inside.next() {
            case .text(let range)? where inside.bytes.trimmed(range).isEmpty: continue
            case .comment?: continue
            case .endTag(let name)?:
                guard !isOutside else { return false }
                isOutside = ShortName(inside.bytes, name) == .noscript
            case .startTag(let tag)?:
                let role = ShortName(inside.bytes, tag.name).flatMap(ElementRole.role)
                if role == .picture { return true }
                guard role == nil || role == .block || role == .anchor else { return false }
            default: return false
            }
        }
        return false
    }
}
