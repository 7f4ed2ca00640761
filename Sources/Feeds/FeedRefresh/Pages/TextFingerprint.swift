package import ArticleText
import Basics

/// Hashes what a person sees of a text: its words and pictures, not the addresses of its links, which may name the page
/// that was asked for.
package enum TextFingerprint {
    package static func of(_ document: Document) -> Int64 {
        var hash = Fingerprint()
        for block in document.blocks {
            switch block.content {
            case .paragraph(let runs), .heading(_, let runs): for run in runs { hash.add(run.text) }
            case .preformatted(let lines): for line in lines { hash.add(line) }
            case .table(let table):
                for row in table.rows { for cell in row { for run in cell { hash.add(run.text) } } }
            case .picture(let alternative, let link, _):
                hash.add(alternative)
                link.map { hash.add(document.links.indices.contains($0) ? document.links[$0].url : nil) }
            case .rule: break
            }
        }
        return hash.stored
    }

    /// The same for the beginning of a page that is no article: its text between the tags.
    package static func of(html bytes: some Sequence<UInt8>) -> Int64 {
        var (hash, isTag) = (Fingerprint(), false)
        for byte in bytes {
            if byte == UInt8(ascii: "<") { isTag = true }
            if !isTag { hash.add(byte: byte) }
            if byte == UInt8(ascii: ">") { isTag = false }
        }
        return hash.stored
    }
}
