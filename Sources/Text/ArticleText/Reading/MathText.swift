import Basics
import Markup

/// Writes a MathML formula as one line: (a+b)/c, x², √(a−1), or the TeX that the page has for it.
///
/// The elements are kept on an explicit stack, so nesting needs no recursion.
struct MathText {
    private struct Node {
        let name: String
        var children: [String] = []
        /// The brackets of `mfenced`, and the text between its parts.
        var opening = "("
        var closing = ")"
        var separator = ", "
        /// False for a fraction without a line, which is a binomial coefficient.
        var hasLine = true

        init(name: String) {
            self.name = name
        }

        init(name: String, _ tag: StartTag, _ scanner: inout MarkupScanner) {
            self.name = name
            if name == "mfrac", let width = scanner.attribute("linethickness", of: tag) {
                hasLine = !width.hasPrefix("0") || width.contains { ("1"..."9").contains($0) }
            }
            guard name == "mfenced" else { return }
            opening = scanner.attribute("open", of: tag) ?? opening
            closing = scanner.attribute("close", of: tag) ?? closing
            guard let separators = scanner.attribute("separators", of: tag) else { return }
            separator = separators.first.map { "\($0) " } ?? ""
        }
    }

    /// Deeper elements add their text to the deepest one kept.
    private static let maximumDepth = 64
    /// Maximum length of a formula's line, in characters; the rest is left out.
    private static let maximumLength = 2_000

    private var stack = [Node(name: "math")]
    private var ignoredDepth = 0
    /// The text of an annotation in TeX.
    private var tex: String?
    private var isInTeX = false

    /// Returns the line of a `math` element: its `alttext`, else the content up to `end`.
    static func text(_ tag: StartTag, _ scanner: inout MarkupScanner, upTo end: Int) -> String {
        if let own = scanner.attribute("alttext", of: tag), !own.isEmpty { return authored(own) }
        var reader = MathText()
        var inside = scanner
        while inside.position < end, let token = inside.next() {
            switch token {
            case .startTag(let tag): reader.start(inside.lowercasedName(tag.name), tag, &inside)
            case .endTag(let name): reader.end(inside.lowercasedName(name))
            case .text(let range):
                var bytes: [UInt8] = []
                inside.appendDecoded(range, to: &bytes)
                reader.add(WhiteSpace.collapsed(String(decoding: bytes, as: UTF8.self)))
            default: break
            }
        }
        return reader.finish()
    }

    /// Returns TeX as its author wrote it, without the `{\displaystyle …}` that MediaWiki puts around it.
    static func authored(_ tex: String) -> String {
        guard tex.hasSuffix("}"), let start = styleStarts.first(where: { tex.hasPrefix($0) }) else { return tex }
        return WhiteSpace.collapsed(String(tex.dropFirst(start.count).dropLast()))
    }

    private static let styleStarts = ["{\\displaystyle ", "{\\textstyle "]

    private mutating func start(_ name: String, _ tag: StartTag, _ scanner: inout MarkupScanner) {
        let isSelfClosing = scanner.bytes[max(0, scanner.position - 2)] == UInt8(ascii: "/")
        if name == "annotation" || name == "annotation-xml" {
            let encoding = scanner.attribute("encoding", of: tag)?.lowercased() ?? ""
            if name == "annotation", encoding.contains("tex") { isInTeX = true } else { ignoredDepth += 1 }
            return
        }
        guard ignoredDepth == 0, !isInTeX else { return }
        if isSelfClosing {
            if name == "mspace" { add(" ") }
            return
        }
        guard stack.count < Self.maximumDepth else { return }
        stack.append(Node(name: name, tag, &scanner))
    }

    private mutating func end(_ name: String) {
        if name == "annotation" || name == "annotation-xml" {
            if isInTeX { isInTeX = false } else { ignoredDepth = max(0, ignoredDepth - 1) }
            return
        }
        guard ignoredDepth == 0, !isInTeX, let index = stack.lastIndex(where: { $0.name == name }), index > 0 else {
            return
        }
        while stack.count > index, let node = stack.popLast() {
            stack[stack.count - 1].children.append(Self.line(of: node))
        }
    }

    private mutating func add(_ text: String) {
        guard !text.isEmpty, ignoredDepth == 0 else { return }
        if isInTeX {
            tex = (tex ?? "") + text
        } else {
            stack[stack.count - 1].children.append(text)
        }
    }

    private mutating func finish() -> String {
        while stack.count > 1, let node = stack.popLast() {
            stack[stack.count - 1].children.append(Self.line(of: node))
        }
        if let tex, !tex.isEmpty, tex.count <= Self.maximumLength { return Self.authored(tex) }
        let line = Self.line(of: stack[0]).replacing(Self.blank, with: " ")
        return WhiteSpace.collapsed(String(line.prefix(Self.maximumLength)))
    }

    // MARK: - Elements as text

    private static func line(of node: Node) -> String {
        let parts = node.children.map { String($0.prefix(maximumLength)) }
        let part = { (index: Int) in parts.indices.contains(index) ? parts[index] : "" }
        switch node.name {
        case "mfrac" where !node.hasLine: return "\(part(0)); \(part(1))"
        case "mfrac": return "\(grouped(part(0)))/\(grouped(part(1)))"
        case "msup",
            "mover" where accents[compact(part(1))] == nil:
            return scripted(part(0), raised(part(1)))
        case "msub", "munder": return scripted(part(0), lowered(part(1)))
        case "msubsup", "munderover": return scripted(part(0), lowered(part(1)) + raised(part(2)))
        case "mover": return part(0) + (accents[compact(part(1))] ?? "")
        case "msqrt": return "√" + grouped(joined(parts))
        case "mroot": return (roots[part(1)] ?? raised(part(1)) + "√") + grouped(part(0))
        case "mo": return sign(parts.joined())
        case "mfenced": return node.opening + parts.joined(separator: node.separator) + node.closing
        case "mtable": return "[" + parts.joined(separator: "; ") + "]"
        case "mtr", "mlabeledtr": return parts.joined(separator: ", ")
        case "mtext": return " " + parts.joined(separator: " ") + " "
        case "mphantom": return ""
        default: return joined(parts)
        }
    }

    /// The space around a sign between two terms. It is left out in fractions, powers and the like, which stay short.
    private static let blank = "\u{205F}"

    private static func sign(_ text: String) -> String {
        switch text {
        case functionApplication: " "
        case "\u{2062}", "\u{2063}", "\u{2064}": ""
        case _ where largeOperators.contains(text): text + " "
        case _ where relations.contains(text) || terms.contains(text): blank + text + blank
        default: text
        }
    }

    /// Stands between a function and its argument.
    private static let functionApplication = "\u{2061}"

    /// Returns the parts of a row. At the start, after a bracket and after another operator, an operator is the sign of
    /// a term and has no spaces around it.
    private static func joined(_ parts: [String]) -> String {
        var line = ""
        var wasApplication = false
        for part in parts where !part.isEmpty {
            let core = part.replacing(blank, with: "")
            let isSigned = line.last.map { openings.contains($0) } ?? true
            if core.first == "(", wasApplication { line.removeLast() }
            wasApplication = part == " "
            line += isSigned && terms.contains(core) ? core : part
        }
        return line
    }

    /// Returns a base with its subscript and superscript. A space separates a large operator from its operand.
    private static func scripted(_ base: String, _ scripts: String) -> String {
        let core = compact(base)
        if largeOperators.contains(core) { return core + scripts + " " }
        return base.hasPrefix(blank) ? blank + core + scripts + blank : core.asBase + scripts
    }

    /// Returns the text without spaces around its signs.
    private static func compact(_ text: String) -> String {
        WhiteSpace.collapsed(text.replacing(blank, with: ""))
    }

    private static let largeOperators: Set<String> = [
        "∑", "∏", "∐", "∫", "∬", "∭", "∮", "⋃", "⋂", "⨁", "⨂", "⋁", "⋀", "lim", "max", "min", "sup", "inf",
    ]
    private static let relations: Set<String> = [
        "=", "≠", "<", ">", "≤", "≥", "≈", "≡", "∼", "→", "⇒", "⇔", "∈", "∉", "⊂", "⊆", "∝", ":=", "↦",
    ]
    private static let terms: Set<String> = ["+", "-", "−", "±", "∓", "×", "÷", "∪", "∩", "∧", "∨", "⊕", "⊗"]
    private static let openings = Set("([{,; \u{205F}")

    private static let accents = [
        "¯": "\u{304}", "‾": "\u{304}", "ˉ": "\u{304}", "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}",
        "˜": "\u{303}", "→": "\u{20D7}", "\u{20D7}": "\u{20D7}", "˙": "\u{307}", "¨": "\u{308}", "ˇ": "\u{30C}",
    ]
    private static let roots = ["2": "√", "3": "∛", "4": "∜"]

    private static func raised(_ text: String) -> String {
        let core = compact(text)
        if core == "′" || core == "'" { return core }
        // e^iπ would be read as a product of e^i.
        return shifted(core.count > 1 && core.isWord ? "(\(core))" : core, .up, "^")
    }

    private static func lowered(_ text: String) -> String {
        shifted(text, .down, "_")
    }

    private static func shifted(_ text: String, _ direction: ShiftedText.Direction, _ mark: String) -> String {
        let text = compact(text)
        guard !text.isEmpty else { return "" }
        let characters = ShiftedText.characters(text, direction)
        return characters ?? mark + grouped(text)
    }

    /// Returns the text in brackets, unless it is one number, one name or one character.
    private static func grouped(_ text: String) -> String {
        let text = compact(text)
        let isNumber = text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        return text.count <= 1 || isNumber || text.isWord || text.isInBrackets ? text : "(\(text))"
    }
}

extension String {
    /// The base of a power: a single symbol stays bare, a sum gets brackets.
    fileprivate var asBase: String {
        let signs: Set<Character> = ["+", "-", "−", "·", "×", "/"]
        return contains(where: signs.contains) && !isInBrackets && count > 1 ? "(\(self))" : self
    }

    /// A name, with or without marks above its letters and small digits: `sin`, `x²`, `a₁`.
    fileprivate var isWord: Bool {
        !isEmpty && allSatisfy { $0.isLetter || ("⁰"..."₎").contains($0) || "¹²³".contains($0) }
    }

    /// True if the first bracket closes at the end.
    fileprivate var isInBrackets: Bool {
        guard first == "(", last == ")" else { return false }
        var depth = 0
        for (index, character) in enumerated() {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0, index < count - 1 { return false }
        }
        return depth == 0
    }
}
