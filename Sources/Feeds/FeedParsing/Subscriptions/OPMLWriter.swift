package import FeedModel
internal import Markup

extension OPMLDocument {
    /// Returns the document as OPML 2.0, in UTF-8. A folder without its own outline is made at its first use.
    package func write() -> [UInt8] {
        var writer = OPMLWriter()
        writer.write(self)
        return Array(writer.text.utf8)
    }
}

private struct OPMLWriter {
    private(set) var text = ""
    private var open: [String] = []

    mutating func write(_ document: OPMLDocument) {
        text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<opml version=\"2.0\"\(written(document.namespaces))>\n<head>\n"
        if document.title == nil { write(head: OPMLValue(name: "title", value: "Subscriptions")) }
        document.head.forEach { write(head: $0) }
        text += "</head>\n<body>\n"
        for (index, outline) in document.outlines.enumerated() {
            enter(outline.folder)
            let next = index + 1 < document.outlines.count ? document.outlines[index + 1] : nil
            let holdsNext = next?.folder.starts(with: outline.folder + [outline.title]) ?? false
            indent()
            text += "<outline\(attributes(outline))"
            if holdsNext {
                text += ">\n"
                open.append(outline.title)
            } else {
                text += "/>\n"
            }
        }
        enter([])
        text += "</body>\n</opml>\n"
    }

    private mutating func write(head element: OPMLValue) {
        text += "<\(element.name)>\(escaped(element.value))</\(element.name)>\n"
    }

    /// Closes and opens folders until the folders of `folder` are open.
    private mutating func enter(_ folder: [String]) {
        let shared = zip(open, folder).prefix { $0 == $1 }.count
        while open.count > shared {
            open.removeLast()
            indent()
            text += "</outline>\n"
        }
        for name in folder[shared...] {
            indent()
            text += "<outline text=\"\(escaped(name))\" title=\"\(escaped(name))\">\n"
            open.append(name)
        }
    }

    private func attributes(_ outline: OPMLOutline) -> String {
        func other(_ name: String) -> String? {
            outline.attributes.first { $0.name == name }?.value
        }
        // OPML 2.0 requires `text` and, for a feed, `type`; many readers need `title`.
        let known = [
            ("text", outline.title), ("title", other("title") ?? outline.title),
            ("type", other("type") ?? (outline.feedURL == nil ? nil : "rss")),
            ("xmlUrl", outline.feedURL), ("htmlUrl", outline.homePageURL),
        ]
        let others = outline.attributes.filter { $0.name != "title" && $0.name != "type" }
        return written(known.compactMap { name, value in value.map { OPMLValue(name: name, value: $0) } } + others)
    }

    private func written(_ attributes: [OPMLValue]) -> String {
        attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }

    private mutating func indent() {
        text += String(repeating: "  ", count: open.count)
    }

    private func escaped(_ value: String) -> String {
        var output = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            // XML §3.3.3: an unescaped one would be read back as a space.
            case "\n", "\t": output += "&#\(scalar.value);"
            default: if !SafeText.isUnsafe(scalar) { output.unicodeScalars.append(scalar) }
            }
        }
        return output
    }
}
