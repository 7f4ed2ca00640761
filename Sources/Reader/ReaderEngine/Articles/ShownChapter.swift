package import ArticleStorage
import Basics
package import BookWriting
import FeedModel
package import ReaderUI

extension BookChapter {
    /// The text that the reader shows when it opens the article, as a chapter.
    ///
    /// - Parameter title: the title in lists, which an article without a title has, too.
    package init(_ shown: ShownArticle, listedAs title: String, clock: Clock) {
        let item = shown.article.item
        let open = OpenArticle(
            article: shown.article, feedTitle: shown.feedTitle, document: ArticleOpener.document(of: item, shown.page),
            textKind: shown.page == nil ? .feed : .page)
        self.init(
            feed: shown.feedTitle, title: title, showsTitle: item.title != nil,
            facts: PlainArticle.facts(of: shown.article, feedTitle: shown.feedTitle, clock: clock),
            address: (item.url ?? item.externalURL).map { ShownAddress.of($0) }, language: shown.language,
            document: open.document)
        let list = EnclosureList(item.enclosures, below: open.document)
        enclosures = list.written.map { BookEnclosure(name: $0.shownName, facts: $0.facts, address: $0.url) }
        moreEnclosures = list.moreCount
    }
}
