import ArgumentParser
import ArticleStorage
import Basics
import BookWriting
import FeedModel
import FeedRefresh
import Foundation
import JourneyPacking
import PackStorage
import ReaderEngine
import ReaderUI

struct BookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "book", abstract: "Write articles as a book for an e-reader (EPUB).",
        discussion: """
            SCOPE is a search, a folder or a feed's address, as for lede pack: lede book trip.epub News is:starred. Quote \
            a search of several words. Without a SCOPE, the unread articles are written. lede book trip.epub is:packed \
            writes all packed articles.

            Each article is a chapter with the text that the reader shows: the page's, if it is stored, or else the \
            feed's. Stored pictures are embedded. Nothing is fetched: run lede pack first, which stores pages and \
            pictures. The articles stay unread. See `lede help journeys`.
            """)

    @Argument(help: "The file to write, or - for standard output.", completion: .file(extensions: ["epub"]))
    var file: String

    @Argument(help: ArgumentHelp("The articles to write.", valueName: "SCOPE"))
    var scopes: [String] = []

    @Option(name: .shortAndLong, help: "Maximum number of articles; the newest are kept (1 to 10,000).")
    var limit = 200

    @Option(help: ArgumentHelp("The book's title (default: lede and the date).", valueName: "title"))
    var title: String?

    @Flag(help: "Embed no pictures, only their descriptions.")
    var withoutPictures = false

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws {
        guard !file.isEmpty else { throw ValidationError("The file has no name.") }
        guard title?.allSatisfy(\.isWhitespace) != true else { throw ValidationError("The title is empty.") }
        guard (1...BookWriter.maximumChapters).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to \(Numbers.grouped(BookWriter.maximumChapters)).")
        }
    }

    func run() async throws {
        let context = try CommandContext()
        let selection = try selection(in: context.store)
        guard !selection.rows.isEmpty else {
            Console.printError("no book written: \(emptyReason)")
            throw ExitCode.failure
        }
        let clock = Clock.system()
        let day = clock.local(clock.now).isoDay
        let source = try BookSource(
            rows: selection.rows, book: Book(title: title ?? "lede \(day)", date: clock.now, day: day), clock: clock,
            store: context.store, pictures: withoutPictures ? nil : PackedPictures(context))
        do {
            let facts = try await interruptible { [file, force] in
                try BookFile.write(source, to: file, replacing: force)
            }
            report(facts, isCut: selection.isCut)
        } catch is CancellationError {
            throw ExitCode.interrupted
        }
    }

    private func selection(in store: ArticleStore) throws -> BookSelection {
        do {
            if !scopes.isEmpty { try store.indexBacklogIfWritable() }
            return try BookSelection(scopes, limit: limit, in: store)
        } catch let error as PackScopeError {
            throw ValidationError(error.description)
        }
    }

    private var emptyReason: String {
        guard !scopes.isEmpty else { return "no article is unread" }
        return "no article matches \(scopes.map { "“\($0)”" }.joined(separator: " or "))"
    }

    /// Reports on standard error if the book itself goes to standard output.
    private func report(_ facts: BookFacts, isCut: Bool) {
        let pictures = withoutPictures ? [] : [facts.pictures.counting("picture")]
        let counts = [facts.articles.counting("article")] + pictures + [Numbers.bytes(facts.bytes)]
        let line = "\(file): \(counts.joined(separator: ", "))"
        if file == "-" { Console.note(line) } else { TerminalEncoding.print(line) }
        if isCut { Console.note("older articles are left out; --limit sets the number (\(Numbers.grouped(limit)))") }
        if facts.missingPictures > 0 {
            let count = facts.missingPictures.counting("picture has", "pictures have")
            Console.note("\(count) only a description: no file is stored, or e-readers cannot show it")
        }
    }
}

extension PackedPictures {
    /// The pictures that the reader can show without a network.
    fileprivate init(_ context: CommandContext) throws {
        let service = try context.service(isOffline: true, printError: { _ in })
        self.init(
            packStore: { [packStore = context.packStore] in try? packStore.existing() },
            cached: { try? service.bytes(of: $0) })
    }
}
