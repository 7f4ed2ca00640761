import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import Foundation
import ReaderEngine

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Print an article as text, without marking it as read.",
        discussion: """
            As in the reader, the text of the article's page is printed if it is stored, for example after `lede \
            pack`; the line with the date then says "full page" or "transcript". --feed-text prints the feed's text.
            """)

    @Argument(help: "The article's number, as `lede articles` lists it.")
    var id: Int64

    @Flag(help: "Print the text from the feed even if the page's text is stored.")
    var feedText = false

    @Flag(help: "Print the article's HTML from the feed.")
    var html = false

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "Wrap at this many columns (20 to 32,767).")
    var width = 80

    /// The widths that `--width` takes, in columns; a terminal has at most 32,767.
    private static let widths = 20...32_767

    func validate() throws {
        if html, json { throw ValidationError("--html and --json cannot be combined.") }
        guard Self.widths.contains(width) else {
            throw ValidationError("--width takes a number from 20 to \(Numbers.grouped(Self.widths.upperBound)).")
        }
    }

    func run() throws {
        let store = try CommandContext().store
        guard let article = try store.article(ArticleID(rawValue: id)) else {
            Console.printError("article \(id) not found")
            throw ExitCode.failure
        }
        let subscription = try store.subscription(article.subscription)
        if json {
            return try printJSON(PrintedArticle(article, of: subscription, ownTags: store.ownTags(of: article.id)))
        }
        if html { return print(article.item.contentHTML ?? article.item.contentText ?? article.item.summary ?? "") }
        let item = article.item
        let hasFeedText = (item.contentHTML ?? item.contentText ?? item.summary) != nil
        let page = feedText && hasFeedText ? nil : try store.pageText(for: article.id)
        let printer = ArticlePrinter(article: article, page: page, feedTitle: subscription?.title, width: width)
        TerminalEncoding.print(printer.lines.joined(separator: "\n"))
    }
}
