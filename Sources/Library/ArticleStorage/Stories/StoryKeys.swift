import Basics
import FeedModel

/// The fingerprints that find an article's copies in other feeds.
struct StoryKeys: Equatable {
    /// Fingerprint of the address, see `StoryAddress`; nil if it names no single page.
    var address: Int64?
    /// Fingerprint of the title's letters and digits; nil if there are too few to tell stories apart.
    var title: Int64?

    /// An article without keys has no copies.
    static let none = StoryKeys()

    /// Minimum length of a title that is compared, in bytes of its letters and digits (default 16).
    private static let minimumTitleLength = 16

    /// Maximum age of an arriving article that is compared with others, in seconds (default 30 days).
    static let maximumAge = 30.0 * 86_400

    init(of item: borrowing ParsedItem) {
        address = item.url.flatMap(Self.key(ofAddress:))
        let letters = StoryText.letters(of: item.title ?? "")
        guard letters.count >= Self.minimumTitleLength else { return }
        var hash = Fingerprint()
        for letter in letters { hash.add(byte: letter) }
        title = hash.stored
    }

    init(address: Int64? = nil, title: Int64? = nil) {
        (self.address, self.title) = (address, title)
    }

    static func key(ofAddress address: String) -> Int64? {
        guard let address = StoryAddress.of(address) else { return nil }
        var hash = Fingerprint()
        hash.add(address)
        return hash.stored
    }
}

/// Keys of new articles that stored articles have too.
struct KnownStoryKeys {
    var addresses: Set<Int64> = []
    var titles: Set<Int64> = []

    func keys(among keys: StoryKeys) -> StoryKeys {
        StoryKeys(
            address: keys.address.flatMap { addresses.contains($0) ? $0 : nil },
            title: keys.title.flatMap { titles.contains($0) ? $0 : nil })
    }
}
