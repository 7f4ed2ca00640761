package import FeedModel
import ReaderUI

/// Formats an article as lines of text, for `lede read`.
package struct ArticlePrinter {
    package let lines: [String]

    package init(article: Article, feedTitle: String?, width: Int) {
        let open = OpenArticle(
            article: article, feedTitle: feedTitle ?? "", document: ArticleOpener.document(of: article.item))
        lines = PlainArticle.lines(open, clock: .system(), width: width)
    }
}
