import ArticleStorage
import Basics
import BookWriting
import FeedModel
import Glibc
import JourneyPacking
import PictureArt
import PictureDecoding
import ReaderEngine
import ReaderUI

/// The articles of a book, and where their texts and pictures are.
struct BookSource: Sendable {
    let rows: [ArticleSummary]
    let book: Book
    let clock: Clock
    let store: ArticleStore
    /// Nil for a book without pictures.
    let pictures: PackedPictures?
}

/// The counts that a command prints once the book is written.
struct BookFacts: Sendable {
    var articles = 0
    var pictures = 0
    var missingPictures = 0
    var bytes = 0
}

/// Writes a book to a file, which appears once it is complete, or to a stream.
enum BookFile {
    static func write(_ source: BookSource, to path: String, replacing: Bool) throws -> BookFacts {
        var facts = BookFacts()
        guard path != "-" else {
            let problem = try writeStream(source, to: STDOUT_FILENO, &facts)
            if problem == EPIPE { kill(getpid(), SIGPIPE) }
            if let problem { throw OutputTarget.failure("standard output", problem) }
            return facts
        }
        switch try OutputTarget(path) {
        case .stream:
            let descriptor = try OutputTarget.openStream(path)
            defer { close(descriptor) }
            if let problem = try writeStream(source, to: descriptor, &facts) {
                throw OutputTarget.failure(path, problem)
            }
        case .file(let mode):
            guard mode == nil || replacing else { throw OutputError("\(path): exists already; --force replaces it") }
            let problem = try FileReplacement.write(to: path, mode: mode) { try write(source, to: $0, &facts) }
            if let problem { throw OutputTarget.failure(path, problem) }
        }
        return facts
    }

    /// Refuses a terminal: embedded pictures may hold any bytes, which it would obey.
    private static func writeStream(
        _ source: BookSource, to descriptor: Int32, _ facts: inout BookFacts
    ) throws -> Int32? {
        guard isatty(descriptor) == 0 else {
            throw OutputError("a book is not text: name a file, or redirect standard output")
        }
        return try write(source, to: descriptor, &facts)
    }

    /// Thrown to leave the writer after an error of the system.
    private struct WriteProblem: Error {
        let number: Int32
    }

    /// Returns the number of the error of writing to the descriptor.
    private static func write(
        _ source: BookSource, to descriptor: Int32, _ facts: inout BookFacts
    ) throws -> Int32? {
        do {
            var writer = try BookWriter(source.book, picture: { source.picture(at: $0) }) { bytes in
                guard let number = WholeWrite.write(bytes, to: descriptor) else { return }
                throw WriteProblem(number: number)
            }
            facts.articles = try append(source, to: &writer)
            try writer.finish()
            (facts.pictures, facts.missingPictures) = (writer.pictureCount, writer.missingPictures)
            facts.bytes = writer.size
            return nil
        } catch let problem as WriteProblem {
            return problem.number
        }
    }

    /// Reads one article after the other: the texts of a whole library would need gigabytes of memory. Returns the
    /// number of articles, since some may have been deleted meanwhile.
    private static func append(_ source: BookSource, to writer: inout BookWriter) throws -> Int {
        let line = ProgressLine()
        defer { line.clear() }
        let feeds = Dictionary(uniqueKeysWithValues: try source.store.subscriptions().map { ($0.id, $0) })
        var count = 0
        for row in source.rows {
            try Task.checkCancellation()
            guard let shown = try source.store.whole(row.id, withPage: true) else { continue }
            var chapter = BookChapter(shown, listedAs: row.title, clock: source.clock)
            chapter.showsPictures = feeds[row.subscription]?.preferences.showsPictures != false
            try writer.append(chapter)
            count += 1
            line.show { "\(Numbers.grouped(count)) of \(source.rows.count.counting("article"))" }
        }
        return count
    }
}

extension BookSource {
    fileprivate func picture(at address: String) -> BookPicture? {
        guard let bytes = try? pictures?.bytes(of: address) else { return nil }
        switch PictureFormat(of: bytes) {
        case .jpeg: return BookPicture(.jpeg, bytes)
        case .png: return BookPicture(.png, bytes)
        case .gif: return BookPicture(.gif, bytes)
        case .webp: return Self.asJPEG(bytes)
        case nil: return nil
        }
    }

    /// Maximum size of a picture that is converted: about the screen of an e-reader.
    private static let screen = PixelSize(width: 1_200, height: 1_600)

    /// Converts a picture in a format that many e-readers do not show; nil if it cannot be decoded.
    private static func asJPEG(_ bytes: [UInt8]) -> BookPicture? {
        guard let file = try? PictureDecoder().decode(bytes, within: screen).jpeg() else { return nil }
        return BookPicture(.jpeg, file)
    }
}
