import PackStorage

/// The limits of a journey's cost and waits. Bytes are those on the wire, heads included; every default is here.
package struct JourneyLimits: Equatable, Sendable {
    /// Bytes of one run, except enclosures (50 MB).
    package var budget: Int64 = 50_000_000
    /// Bytes of one run's enclosures (500 MB; 0 means none). The queue contains only enclosures that the person asked
    /// for.
    package var enclosureBudget = usualEnclosureBudget
    /// One article with its pictures (5 MB, 12 pictures).
    var articleBytes: Int64 = 5_000_000
    var articlePictures = 12
    /// One page on the wire (2 MB); decoded, it may be as long as any page.
    var pageBytes: Int64 = 2_000_000
    /// One picture (2 MB).
    var pictureBytes: Int64 = 2_000_000
    /// One host in a run (200 requests, 20 MB); enclosures do not count.
    package var hostRequests = 200
    package var hostBytes: Int64 = 20_000_000
    /// Pictures in the pack store (500 MB).
    package var pictureStoreBytes: Int64 = 500_000_000
    /// Stored enclosures (5 GB).
    package var enclosureStoreBytes: Int64 = 5_000_000_000
    /// The free space that packing leaves on the disk, for the library and for other programs (100 MB).
    package var diskReserve: Int64 = 100_000_000
    /// The most that a power cut may lose: this many received bytes (4 MiB), or the bytes received within
    /// `unsyncedTime` (10 s).
    var unsyncedBytes: Int64 = 4 << 20
    var unsyncedTime = Duration.seconds(10)
    /// The bytes of a picture that stay in memory before its part begins, and that a killed process loses (128 KiB).
    var bytesBeforePart = 128 << 10
    /// Enclosures of a feed per run (3).
    var enclosuresPerFeed = 3
    /// Articles per run (2,000).
    package var articles = 2_000
    /// The length in characters below which a feed's text counts as a teaser and its page is wanted (500).
    var shortText = 500

    /// Hosts asked at once (4), with one request to each.
    var hostsAtOnce = 4
    /// The pause between two pages of a host (1 s).
    var pagePause = Duration.seconds(1)
    /// Maximum wait for a server (120 s); a server that asks for more gets no further request in this journey.
    var maximumWait = Duration.seconds(120)
    /// The number of consecutive refusals after which a host gets no further request in this journey (2).
    var refusals = 2
    /// The wait for the network to return (600 s); the next run continues at the same position.
    var networkWait = Duration.seconds(600)
    /// If less than this is left of the budget (1 MiB), only a few bytes may arrive ahead of their reader (16 KiB).
    var nearEnd: Int64 = 1 << 20
    var bytesAheadNearEnd = 16 << 10

    /// The budget of enclosures that the person asked for without naming one (500 MB).
    package static let usualEnclosureBudget: Int64 = 500_000_000

    package init() {}

    /// The assumed size of an object before it is known (150 KB).
    static let expectedBytes: Int64 = 150_000

    /// Returns the highest cost of one object of this stage.
    func bytes(of stage: PackingStage) -> Int64 {
        switch stage {
        case .page: pageBytes
        case .firstPicture, .otherPicture: pictureBytes
        case .enclosure: .max
        }
    }
}
