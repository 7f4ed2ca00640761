import Screen

/// The pictures of the open article, by address.
struct PictureTable: Equatable, Sendable {
    enum Entry: Equatable, Sendable {
        /// The store is searched for the picture. A picture shown before keeps its space.
        case asked(Size?)
        case missing
        /// The network is loading the picture.
        case loading
        case refused
        case shown(PictureCells)
        /// The picture was shown before: its space is kept, but not its cells.
        case evicted(Size)
    }

    /// A hint at the end of a caption.
    struct Offer: Equatable, Sendable {
        var address: String
        var text: String
    }

    /// Maximum number of pictures out of view that keep their cells.
    static let limit = 8

    /// The picture next to the headline.
    enum Thumbnail: Equatable, Sendable {
        case unasked
        case asked
        case shown(String, PictureCells)
    }

    /// The space for a picture next to the headline.
    static let thumbnailRoom = Size(columns: 12, rows: 4)

    var thumbnail = Thumbnail.unasked
    private(set) var entries: [String: Entry] = [:]
    /// True if the person chose to see captions only.
    var isHidden = false
    var offer: Offer?
    /// The request for which the cells were made.
    private(set) var request: PictureRequest?

    subscript(address: String) -> Entry? {
        get { entries[address] }
        set { entries[address] = newValue }
    }

    /// - Parameter address: nil for the picture next to the headline.
    func cells(_ address: String?) -> PictureCells? {
        guard let address else {
            if case .shown(_, let cells) = thumbnail { return cells }
            return nil
        }
        guard case .shown(let cells) = entries[address] else { return nil }
        return cells
    }

    /// Returns the size of a picture in the text, in cells; nil if only its caption is shown.
    func size(_ address: String) -> Size? {
        guard !isHidden else { return nil }
        switch entries[address] {
        case .shown(let cells): return cells.size
        case .evicted(let size): return size
        case .asked(let size): return size
        case .missing, .loading, .refused, nil: return nil
        }
    }

    /// True if the picture must still be requested from the store or the network.
    func isWanted(_ address: String) -> Bool {
        switch entries[address] {
        case nil, .evicted: true
        case .asked, .missing, .loading, .refused, .shown: false
        }
    }

    /// Sets the request for which cells are made from now on. Cells made for another request are made again.
    mutating func fit(_ request: PictureRequest) {
        guard self.request != request else { return }
        self.request = request
        thumbnail = .unasked
        for (address, entry) in entries {
            switch entry {
            case .shown(let cells): entries[address] = .evicted(cells.size)
            case .asked(let size): entries[address] = size.map(Entry.evicted)
            case .missing, .loading, .refused, .evicted: break
            }
        }
    }

    /// Marks the picture as requested from the store.
    mutating func markRequested(_ address: String) {
        if case .evicted(let size) = entries[address] {
            entries[address] = .asked(size)
        } else {
            entries[address] = .asked(nil)
        }
    }

    /// Drops cells beyond the limit, except the cells of the given addresses.
    mutating func evictCells(except kept: Set<String>) {
        let shown = entries.filter { if case .shown = $0.value { !kept.contains($0.key) } else { false } }.keys.sorted()
        for address in shown.dropFirst(max(0, Self.limit - kept.count)) {
            if let cells = cells(address) { entries[address] = .evicted(cells.size) }
        }
    }

    /// The addresses whose cells are kept or being made.
    var keptAddresses: Set<String> {
        let kept = entries.filter { entry in
            switch entry.value {
            case .shown, .asked: true
            case .missing, .loading, .refused, .evicted: false
            }
        }
        guard case .shown(let address, _) = thumbnail else { return Set(kept.keys) }
        return Set(kept.keys).union([address])
    }

    /// Marks all shown pictures to be redrawn, because the terminal supports a better format.
    mutating func renew() {
        let before = request
        request = nil
        if let before { fit(before) }
    }
}
