import Basics
import Markup

/// The name at the start of a quotation: forums write `<cite>bob wrote:</cite>Their words`, and a style puts the name
/// on its own line.
extension HTMLReader {
    mutating func startCite() {
        beginsWithCite = !writer.hasText && open.innermost({ $0.role == .quote }, notBeyond: { _ in false }) != nil
    }

    mutating func endCite() {
        defer { beginsWithCite = false }
        guard beginsWithCite, writer.hasText, scanner.bytes.indices.contains(scanner.position) else { return }
        let next = scanner.bytes[scanner.position]
        // 0xE2 begins an apostrophe, as in a genitive, and no word.
        let isWord = next.isASCIILetter || next.isASCIIDigit || next >= 0x80 && next != 0xE2
        let isTag = next == UInt8(ascii: "<") && writer.lastByte == UInt8(ascii: ":")
        let isBreak = scanner.bytes.hasBytes(ignoringCase: "<br", at: scanner.position)
        if isWord || isTag && !isBreak { writer.breakLine() }
    }
}
