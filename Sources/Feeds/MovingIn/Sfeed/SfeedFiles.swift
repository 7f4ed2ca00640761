import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import Glibc
import Markup

/// The files of `sfeed_update`: one for each feed, a line for each article, its fields separated by tabs.
final class SfeedFiles: MovedArticles {
    let isShared = false
    let path: String
    private(set) var problems: [String] = []
    /// The addresses of articles that were read.
    private let readAddresses: Set<String>

    /// Maximum length of a line that is read, in bytes.
    private static let maximumLineLength = 16 << 20

    init(folder: String, readAddresses: Set<String>) {
        path = folder
        self.readAddresses = readAddresses
    }

    func forEach(of articleKey: String, _ body: (MovedArticle) throws -> Void) throws {
        let file = "\(path)/\(articleKey)"
        guard !articleKey.hasPrefix("."), ForeignFile.exists(file) else { return }
        var guids: Set<String> = []
        var number = 0
        var damaged = 0
        // The newest come first in the file; they are added in the order of their dates anyway.
        let isRead = try forEachLine(of: file) { line in
            number += 1
            guard let article = article(line) else {
                damaged += 1
                return
            }
            try body(Self.distinguished(article, from: &guids))
        }
        if !isRead { problems.append("\(file): cannot be read") }
        if damaged > 0 { problems.append("\(file): \(damaged) of \(number) lines are not articles") }
    }

    /// Reads the files of feeds that are no longer in the list.
    func forEachPiece(besides articleKeys: Set<String>, _ body: ([MovedArticle]) throws -> Void) throws {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        for name in names where !articleKeys.contains(name) && !name.hasPrefix(".") {
            var piece: [MovedArticle] = []
            try forEach(of: name) { article in
                piece.append(article)
                guard piece.count == 1_000 else { return }
                try body(piece)
                piece = []
            }
            if !piece.isEmpty { try body(piece) }
        }
    }

    /// Sfeed identifies articles by id, link and title together. Articles that share an id get another guid each.
    private static func distinguished(_ article: MovedArticle, from guids: inout Set<String>) -> MovedArticle {
        guard !guids.insert(article.guid).inserted else { return article }
        var article = article
        let link = "\(article.guid)#\(article.item.url ?? article.item.title ?? "")"
        let date = "\(link)#\(article.item.published?.timeIntervalSince1970 ?? 0)"
        article.guid = guids.insert(link).inserted ? link : date
        guids.insert(article.guid)
        article.item.id = article.guid
        return article
    }

    // MARK: - Lines

    /// Returns false if the file cannot be read.
    private func forEachLine(of file: String, _ body: (String) throws -> Void) throws -> Bool {
        guard let stream = fopen(file, "re") else { return false }
        defer { fclose(stream) }
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        while true {
            let count = getline(&buffer, &capacity, stream)
            guard count > 0, let buffer else { return ferror(stream) == 0 }
            guard count <= Self.maximumLineLength else { continue }
            let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
            let line = String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
            if !line.isEmpty { try body(line) }
        }
    }

    /// Reads time, title, link, content, its type, id, author, enclosure, categories.
    private func article(_ line: String) -> MovedArticle? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count >= 6 else { return nil }
        func field(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
        let link = SafeText.line(field(2))
        let guid = field(5).trimmingSpaces.nonEmptyText ?? link.nonEmptyText ?? SafeText.line(field(1))
        var item = ParsedItem(id: guid)
        item.url = link.nonEmptyText
        item.title = SafeText.line(field(1)).nonEmptyText
        item.published = Int(field(0), within: CalendarSeconds.afterEpoch).map {
            Date(timeIntervalSince1970: Double($0))
        }
        let content = SafeText.clean(Self.unescaped(field(3)))
        if field(4) == "plain" {
            item.contentText = content.nonEmptyText
        } else {
            item.contentHTML = FeedBody.html(content, base: item.url).nonEmptyText
        }
        item.authors = SafeText.line(field(6)).nonEmptyText.map { [Author(name: $0)] } ?? []
        item.enclosures = SafeText.line(field(7)).nonEmptyText.map { [Enclosure(url: $0)] } ?? []
        item.tags = field(8).split(separator: "|").map { SafeText.line(String($0)) }.filter { !$0.isEmpty }
        let marks = MovedMarks(isRead: !link.isEmpty && readAddresses.contains(field(2)))
        return MovedArticle(guid: guid, item: item, marks: marks)
    }

    /// Decodes `\n`, `\t` and `\\`.
    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var output: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                output.append(byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "t") ? 0x09 : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
