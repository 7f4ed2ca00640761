import ArticleText
import Basics
import PackStorage

/// Finds the pictures of a text, as addresses to fetch.
enum ArticlePictures {
    static func needs(of document: Document, limit: Int) -> [PackedNeed] {
        var seen: Set<Int> = []
        var needs: [PackedNeed] = []
        for block in document.blocks {
            guard case .picture(_, let link?, _, _) = block.content, seen.insert(link).inserted,
                document.links.indices.contains(link)
            else { continue }
            // If there are several sizes, the size that the reader shows.
            let url = document.links[link].shownAddress
            guard WebAddress.isHTTP(url) else { continue }
            needs.append(PackedNeed(url: url, stage: needs.isEmpty ? .firstPicture : .otherPicture))
            if needs.count == limit { break }
        }
        return needs
    }

    /// True if the text has fewer characters than the limit; stops counting there.
    static func isShort(_ document: Document, limit: Int) -> Bool {
        var count = 0
        for block in document.blocks {
            switch block.content {
            case .paragraph(let runs), .heading(_, let runs): for run in runs { count += run.text.count }
            case .preformatted(let lines): for line in lines { count += line.count }
            case .table(let table):
                for row in table.rows { for cell in row { for run in cell { count += run.text.count } } }
            case .rule, .picture: break
            }
            if count >= limit { return false }
        }
        return true
    }
}
