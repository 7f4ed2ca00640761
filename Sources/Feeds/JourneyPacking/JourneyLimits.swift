import JourneyHold

/// What a journey may cost and how long it may wait. Bytes are those of the line, heads included; every default stands here.
package struct JourneyLimits: Equatable, Sendable {
    /// One run, but for enclosures (50 MB).
    package var budget: Int64 = 50_000_000
    /// Enclosures of one run (0: none).
    package var enclosureBudget: Int64 = 0
    /// One article with its pictures (5 MB, 12 pictures).
    package var articleBytes: Int64 = 5_000_000
    package var articlePictures = 12
    /// One page, as it comes on the line (2 MB); decoded, it may be as long as any page.
    package var pageBytes: Int64 = 2_000_000
    /// One picture (2 MB).
    package var pictureBytes: Int64 = 2_000_000
    /// One host in a run (200 requests, 20 MB); enclosures do not count.
    package var hostRequests = 200
    package var hostBytes: Int64 = 20_000_000
    /// Pictures in the hold (500 MB).
    package var hold: Int64 = 500_000_000
    /// Stored enclosures (5 GB).
    package var enclosureHold: Int64 = 5_000_000_000
    /// Enclosures of a feed that one run takes (3).
    package var enclosuresPerFeed = 3
    /// Articles that one run takes (2,000).
    package var articles = 2_000
    /// A feed's text of fewer characters is taken for a teaser: its page is wanted (500).
    package var shortText = 500

    /// Hosts that are asked at once (4), with one request to each.
    package var hostsAtOnce = 4
    /// Between two pages of a host (1 s).
    package var pagePause = Duration.seconds(1)
    /// A server that wants to be left alone for longer is left for this journey (120 s).
    package var longestWait = Duration.seconds(120)
    /// So many refusals in a row, and a host is left for this journey (2).
    package var refusals = 2
    /// How long a run waits for the network to come back (600 s); the next one goes on where it was.
    package var lineWait = Duration.seconds(600)
    /// With less of the budget left than this, little may arrive ahead of its reader (1 MiB; 16 KiB).
    package var nearEnd: Int64 = 1 << 20
    package var bytesAheadNearEnd = 16 << 10

    /// What enclosures may fetch that the person asked for without naming a budget (500 MB).
    package static let usualEnclosureBudget: Int64 = 500_000_000

    package init() {}

    /// The most that one object of this stage may cost.
    func bytes(of stage: PackingStage) -> Int64 {
        switch stage {
        case .page: pageBytes
        case .firstPicture, .otherPicture: pictureBytes
        case .enclosure: .max
        }
    }
}
