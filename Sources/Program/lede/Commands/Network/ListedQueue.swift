import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import FoundationEssentials
import PackStorage

/// `lede queue --json`. The numbers are those that the options of the command take.
struct ListedQueue: Encodable {
    let requests: [Request]
    /// The journey that waits for the network; the key is missing if none waits.
    let journey: Journey?
    let enclosures: [Enclosure]

    struct Request: Encodable {
        let number: String
        let asked: Date
        /// The description, as the list shows it.
        let fetches: String
        /// `all`, `feed` or `page`.
        let kind: String
        /// The address of the feed or page; missing for all feeds.
        let url: String?
        /// The title of the feed, or of the page's article.
        let title: String?

        init(_ item: QueuedItem, in store: ArticleStore) throws {
            (number, asked) = (String(item.id), item.asked)
            fetches = try item.fetch.words(in: store)
            switch item.fetch {
            case .everything: (kind, url, title) = ("all", nil, nil)
            case .feed(let id):
                let feed = try store.subscription(id)
                (kind, url, title) = ("feed", feed?.shownAddress, feed?.title)
            case .page(let id):
                let page = try store.article(id)?.item
                (kind, url, title) = ("page", page?.url.map { ShownAddress.of($0) }, page?.title)
            }
        }
    }

    struct Journey: Encodable {
        let number: String
        let began: Date
        let articles: Int
    }

    struct Enclosure: Encodable {
        let number: String
        let title: String
        let url: String
        /// `waiting`, `paused`, `stored` or `unavailable`.
        let state: String
        /// The reason why it is unavailable.
        let problem: String?
        let received: Int64
        let size: Int64?
        /// The path of a stored file.
        let file: String?

        init(_ enclosure: QueuedEnclosure, number: String, folder: String) {
            self.number = number
            title = enclosure.title
            url = ShownAddress.of(enclosure.url)
            let (word, reason): (String, String?) =
                switch enclosure.state {
                case .waiting: ("waiting", nil)
                case .paused: ("paused", nil)
                case .stored: ("stored", nil)
                case .missing(let reason): ("unavailable", reason)
                }
            (state, problem) = (word, reason)
            received = enclosure.received
            size = enclosure.size
            file = enclosure.state == .stored ? "\(folder)/\(enclosure.file)" : nil
        }
    }

    init(_ store: ArticleStore, _ journey: QueuedJourney?, _ enclosures: EnclosureQueue?) throws {
        requests = try store.queue().map { try Request($0, in: store) }
        self.journey = journey.map { Journey(number: $0.number, began: $0.began, articles: $0.articles) }
        self.enclosures = try enclosures?.listed() ?? []
    }
}
