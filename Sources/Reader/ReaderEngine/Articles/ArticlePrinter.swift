package import ArticleStorage
package import FeedModel
import ReaderUI

/// Formats an article as lines of text, for `lede read`.
package struct ArticlePrinter {
    package let lines: [String]

    /// - Parameter page: the text of the article's page, to be shown in place of the feed's text.
    package init(article: Article, page: PageText?, feedTitle: String?, width: Int) {
        var open = OpenArticle(
            article: article, feedTitle: feedTitle ?? "", document: ArticleOpener.document(of: article.item, page),
            textKind: page == nil ? .feed : .page)
        open.pageURL = page?.url
        lines = PlainArticle.lines(open, clock: .system(), width: width)
    }
}
