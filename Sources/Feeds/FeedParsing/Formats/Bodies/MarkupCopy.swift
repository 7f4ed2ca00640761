internal import Markup

/// Copies elements of a feed document as HTML: prefixes, namespaces, comments and instructions are removed, CDATA
/// becomes text, and an element that closes itself in XML but not in HTML gets an end tag.
enum MarkupCopy {
    static func html(of capture: Capture, in document: MarkupScanner) -> TextSlice {
        let bytes = document.bytes
        var scanner = MarkupScanner(bytes, in: capture.range, dialect: .xml)
        var output: [UInt8] = []
        output.reserveCapacity(capture.range.count)
        // Unchanged bytes are copied in runs.
        var runStart = capture.range.lowerBound
        while let token = scanner.next() {
            guard needsChange(token, bytes) else { continue }
            output.append(contentsOf: bytes[runStart..<scanner.tokenStart])
            runStart = scanner.position
            switch token {
            case .startTag(let tag): append(tag, of: scanner, to: &output)
            case .endTag(let name): output.append(contentsOf: "</".utf8 + bytes[local(name, bytes)] + ">".utf8)
            case .characterData(let range): output.append(escaped: bytes[range], for: .content)
            default: break
            }
        }
        output.append(contentsOf: bytes[runStart..<capture.range.upperBound])
        return TextSlice(output)
    }

    private static func needsChange(_ token: Token, _ bytes: [UInt8]) -> Bool {
        switch token {
        case .text, .rawText: false
        case .startTag(let tag):
            tag.isSelfClosing || hasPrefix(tag.name, bytes) || bytes.firstRange(of: "xmlns", in: tag.attributes) != nil
        case .endTag(let name): hasPrefix(name, bytes)
        case .characterData, .comment, .instruction, .doctype: true
        }
    }

    private static func append(_ tag: StartTag, of scanner: MarkupScanner, to output: inout [UInt8]) {
        let bytes = scanner.bytes
        output.append(UInt8(ascii: "<"))
        output.append(contentsOf: bytes[local(tag.name, bytes)])
        for attribute in scanner.attributes(of: tag) where !bytes.hasBytes("xmlns", at: attribute.name.lowerBound) {
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: bytes[attribute.name])
            output.append(contentsOf: quoted(bytes[attribute.value]))
        }
        output.append(UInt8(ascii: ">"))
        let name = scanner.lowercasedName(local(tag.name, bytes))
        if tag.isSelfClosing, !HTMLElement.isVoid(name) { output.append(contentsOf: "</\(name)>".utf8) }
    }

    /// Writes `="value"`, with the value's references unchanged.
    static func quoted(_ value: some Collection<UInt8>) -> [UInt8] {
        let quote = value.contains(UInt8(ascii: "\"")) ? UInt8(ascii: "'") : UInt8(ascii: "\"")
        return [UInt8(ascii: "="), quote] + value + [quote]
    }

    private static func hasPrefix(_ name: Range<Int>, _ bytes: [UInt8]) -> Bool {
        bytes.firstIndex(of: UInt8(ascii: ":"), in: name) != nil
    }

    private static func local(_ name: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: name) else { return name }
        return colon + 1..<name.upperBound
    }
}
