import ArticleText
import WrittenBooks

import struct Foundation.Date

@testable import BookWriting

/// Writes books into memory.
enum BookRig {
    static let book = Book(
        title: "lede 2026-11-29", date: Date(timeIntervalSince1970: 1_795_939_200), day: "2026-11-29")

    static func bytes(
        _ chapters: [BookChapter], sizeLimit: Int = BookWriter.maximumSize,
        pictures: [String: BookPicture] = [:]
    ) throws -> [UInt8] {
        let file = Memory()
        var writer = try BookWriter(book, sizeLimit: sizeLimit, picture: { pictures[$0] }) { file.bytes += $0 }
        for chapter in chapters { try writer.append(chapter) }
        try writer.finish()
        return file.bytes
    }

    static func read(_ chapters: [BookChapter], pictures: [String: BookPicture] = [:]) throws -> WrittenBook {
        try WrittenBook(bytes(chapters, pictures: pictures))
    }

    static func chapter(_ html: String, feed: String = "Harbour", title: String = "Ferry") -> BookChapter {
        BookChapter(
            feed: feed, title: title, facts: [feed, "Sun 29 Nov 2026 08:00"], address: "https://example.org/ferry",
            document: DocumentBuilder.document(html: html, base: "https://example.org/"))
    }

    /// Returns the text of a chapter below its head.
    static func body(_ html: String, pictures: [String: BookPicture] = [:]) throws -> String {
        let text = try read([chapter(html)], pictures: pictures).chapters[0].text
        let start = text.firstRange(of: "ferry</a></p>\n")?.upperBound ?? text.startIndex
        return String(text[start..<(text.firstRange(of: "</body>")?.lowerBound ?? text.endIndex)])
    }

    private final class Memory {
        var bytes: [UInt8] = []
    }
}
