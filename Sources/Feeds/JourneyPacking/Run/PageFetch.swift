import ArticleStorage
import ArticleText
import Basics
import FeedModel
import FeedRefresh
import FoundationEssentials
import PackStorage

/// Fetches one page into the library, and finds the pictures in its main text.
struct PageFetch: Sendable {
    let service: FeedService
    let packStore: PackStore
    let address: WantedAddress
    /// The articles of the page that still exist.
    let owners: [PageOwner]
    /// The page whose alternative this is.
    let stub: PageStub?
    let limit: Int64
    let bytesAhead: Int?
    /// Maximum number of pictures of an article.
    let pictureLimit: Int

    func run() async -> Fetched {
        do {
            let visit = try await service.packPage(
                PageToPack(
                    url: address.url, insteadOf: stub, for: address.articles, owners: owners, limit: limit,
                    bytesAhead: bytesAhead))
            var fetched = Fetched(end(visit))
            fetched.bytes = visit.bytes
            fetched.wasRequested = visit.wasRequested
            fetched.retryAfter = visit.retryAfter
            try record(&fetched, visit)
            return fetched
        } catch let error as PackStoreError {
            return Fetched(.broken(error))
        } catch {
            return Fetched(.failed("\(error)"))
        }
    }

    private func end(_ visit: PackedVisit) -> FetchEnd {
        switch visit.outcome {
        case .text: .stored(0)
        case .stub(let stub): .stub(stub)
        case .login: .missing(.refused("requires a login"))
        case .noMainText: .missing(.unavailable("no article was found on its page"))
        case .status(let code): .status(code, isPage: true)
        case .tooLarge(let length): .tooLarge(length)
        case .connectionFailed(let message): .connectionFailed(message)
        case .cancelled: .cancelled
        case .failed(let message): .failed(message)
        }
    }

    /// True if the library has a text of the page that may come from a hotspot: it is not packed, even if the page is
    /// gone.
    private var hasUnprovenText: Bool { owners.contains { $0.page == .unproven } }

    /// Also returns the pictures that the text shows.
    static func fingerprint(of text: PageText, pictureLimit: Int) -> (value: Int64, pictures: [PackedNeed]) {
        let document = DocumentBuilder.pictures(html: text.html, base: text.url)
        let needs = ArticlePictures.needs(of: document, limit: pictureLimit)
        return (TextFingerprint.of(html: text.html, pictures: needs.map(\.url)), needs)
    }

    private func landing(of text: PageText) -> String? {
        let isElsewhere = ShownAddress.host(of: text.url) != ShownAddress.host(of: address.url)
        return isElsewhere && !text.isProven ? text.url : nil
    }

    private func record(_ fetched: inout Fetched, _ visit: PackedVisit) throws {
        let (cost, now) = (ExchangeCost(bytes: visit.bytes), service.now)
        if case .login(let fingerprint) = visit.outcome {
            fetched.page = SeenPage(fingerprint: fingerprint, kind: .other, isProven: visit.isProven)
        }
        // A text that may be the page's own stays.
        if case .status(let code) = visit.outcome, !hasUnprovenText {
            fetched.page = .hotspot(code, isProven: visit.isProven)
        }
        switch (visit.outcome, fetched.end) {
        case (.text(let text), _):
            let (fingerprint, needs) = Self.fingerprint(of: text, pictureLimit: pictureLimit)
            if visit.wasRequested {
                fetched.page = SeenPage(
                    fingerprint: fingerprint, kind: .article(title: visit.title ?? ""), isProven: visit.isProven,
                    landing: landing(of: text))
            }
            let pictures = owners.contains(where: \.showsPictures) ? needs : []
            fetched.newlyWanted = try packStore.storePage(
                address, isProven: visit.isProven, pictures: pictures, cost: cost, at: now)
        case (_, .missing(let missing)), (_, .refused(_, let missing?)):
            let recorded =
                hasUnprovenText
                ? .refused(missing.note) : fetched.untilProven(missing, isProven: visit.isProven)
            try packStore.miss(address.id, recorded, cost: cost, at: now)
        default:
            try packStore.record(cost, part: nil)
        }
    }
}
