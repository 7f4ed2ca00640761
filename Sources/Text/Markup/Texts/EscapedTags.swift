/// HTML that a program escaped once more than its place needs, so that its tags became text: `&lt;p&gt;Fog&lt;/p&gt;`.
package enum EscapedTags {
    /// Returns the HTML itself; nil if the text has tags of its own, or does not begin with the tag of a block and end
    /// with a tag: an article about HTML names tags, too.
    package static func html(_ text: [UInt8], in range: Range<Int>) -> [UInt8]? {
        let range = text.trimmed(range)
        guard let first = range.first, text.hasBytes("&lt;", at: first) || text.hasBytes("&amp;lt;", at: first),
            text.firstIndex(of: ASCII.lessThan, in: range) == nil
        else { return nil }
        var html = decoded(text, range)
        if html.hasBytes("&lt;", at: 0), html.firstIndex(of: ASCII.lessThan, in: html.indices) == nil {
            html = decoded(html, html.indices)
        }
        var scanner = MarkupScanner(html, dialect: .html)
        guard html.last == ASCII.greaterThan, html.firstRange(of: "</", in: html.indices) != nil,
            case .startTag(let tag)? = scanner.next(),
            HTMLElement.traits(of: html[tag.name]).isSuperset(of: [.known, .block])
        else { return nil }
        return html
    }

    private static func decoded(_ text: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var scanner = MarkupScanner(text, dialect: .html)
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        scanner.appendDecoded(range, to: &output)
        return output
    }
}
