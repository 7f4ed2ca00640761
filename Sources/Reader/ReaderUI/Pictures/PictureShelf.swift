package import Screen

/// The pictures of the article that is open, by their addresses.
package struct PictureShelf: Equatable, Sendable {
    enum Entry: Equatable, Sendable {
        /// It is being looked for in the store. One that was shown before keeps its place.
        case asked(Size?)
        case missing
        /// It is on its way from the network.
        case loading
        case refused
        case shown(PictureCells)
        /// It was shown: its place is kept, its cells are not.
        case parked(Size)
    }

    /// What a caption offers besides its text.
    struct Offer: Equatable, Sendable {
        var address: String
        var text: String
    }

    /// How many pictures keep their cells while they are out of sight.
    static let limit = 8

    /// The picture beside the headline.
    enum Thumbnail: Equatable, Sendable {
        case unasked
        case asked
        case shown(String, PictureCells)
    }

    /// The room of a picture beside the headline.
    static let thumbnailRoom = Size(columns: 12, rows: 4)

    var thumbnail = Thumbnail.unasked
    private(set) var entries: [String: Entry] = [:]
    /// Whether captions alone are shown, by the person's wish.
    var isHidden = false
    var offer: Offer?
    /// What the cells were made for.
    private(set) var wish: PictureWish?

    subscript(address: String) -> Entry? {
        get { entries[address] }
        set { entries[address] = newValue }
    }

    /// - Parameter address: nil for the picture beside the headline.
    func cells(_ address: String?) -> PictureCells? {
        guard let address else {
            if case .shown(_, let cells) = thumbnail { return cells }
            return nil
        }
        guard case .shown(let cells) = entries[address] else { return nil }
        return cells
    }

    /// The cells that a picture takes in the text; nil where only its caption stands there.
    func size(_ address: String) -> Size? {
        guard !isHidden else { return nil }
        switch entries[address] {
        case .shown(let cells): return cells.size
        case .parked(let size): return size
        case .asked(let size): return size
        case .missing, .loading, .refused, nil: return nil
        }
    }

    /// Whether the store or the network still has to be asked for it.
    func isWanted(_ address: String) -> Bool {
        switch entries[address] {
        case nil, .parked: true
        case .asked, .missing, .loading, .refused, .shown: false
        }
    }

    /// Notes what cells are made for from now on; what was made for something else is made anew.
    mutating func fit(_ wish: PictureWish) {
        guard self.wish != wish else { return }
        self.wish = wish
        thumbnail = .unasked
        for (address, entry) in entries {
            switch entry {
            case .shown(let cells): entries[address] = .parked(cells.size)
            case .asked(let size): entries[address] = size.map(Entry.parked)
            case .missing, .loading, .refused, .parked: break
            }
        }
    }

    /// Notes that the store is asked for it.
    mutating func ask(_ address: String) {
        if case .parked(let size) = entries[address] {
            entries[address] = .asked(size)
        } else {
            entries[address] = .asked(nil)
        }
    }

    /// Gives up cells beyond the limit, but for those of these addresses.
    mutating func park(but kept: Set<String>) {
        let shown = entries.filter { if case .shown = $0.value { !kept.contains($0.key) } else { false } }.keys.sorted()
        for address in shown.dropFirst(max(0, Self.limit - kept.count)) {
            if let cells = cells(address) { entries[address] = .parked(cells.size) }
        }
    }

    /// The addresses whose cells are kept, or being made.
    var keptAddresses: Set<String> {
        let kept = entries.filter { entry in
            switch entry.value {
            case .shown, .asked: true
            case .missing, .loading, .refused, .parked: false
            }
        }
        guard case .shown(let address, _) = thumbnail else { return Set(kept.keys) }
        return Set(kept.keys).union([address])
    }

    /// Everything that is shown is made anew: the terminal can do better.
    mutating func renew() {
        let before = wish
        wish = nil
        if let before { fit(before) }
    }
}
