import ArticleText
import FeedModel
import PictureArt
import Screen

// The pictures of the open article: loading them, showing them, the big view.
extension State {
    private var pictureFeed: FeedPreferences? {
        reading.flatMap { sidebar.feed($0.open.article.subscription)?.preferences }
    }

    var showsPictures: Bool {
        pictureCell != nil && settings.pictures != .none && pictureFeed?.showsPictures != false
    }

    private var pictureLoading: PictureLoading {
        pictureFeed?.loadPictures ?? settings.loadPictures
    }

    private var pictureWish: PictureWish {
        let rows = PictureSize.rows(onScreenOf: size.rows)
        let width = reading?.layout.form.width ?? size.columns
        return PictureWish(
            address: "", room: Size(columns: width, rows: rows), ground: theme[.text].background)
    }

    /// Requests the pictures on this screen and the next that were not requested before.
    mutating func wantedPictures() -> [Effect] {
        guard showsPictures, var reading, !reading.pictures.isEmpty else { return keep([], wanting: []) }
        guard columns.area(of: .text) != nil else { return [] }
        let blocks = reading.blocksInSight()
        let sight = reading.pictures.filter { blocks.contains($0.block) }
        var shelf = reading.layout.pictures
        shelf.fit(pictureWish)
        var wishes: [PictureWish] = []
        for picture in sight where !shelf.isHidden && shelf.isWanted(picture.address) {
            guard !wishes.contains(where: { $0.address == picture.address }) else { continue }
            var wish = pictureWish
            wish.address = picture.address
            wish.room.columns = min(wish.room.columns, reading.layout.pictureRoom(of: picture.block))
            wishes.append(wish)
            shelf.ask(picture.address)
        }
        if settings.thumbnails, shelf.thumbnail == .unasked, let first = reading.pictures.first {
            var wish = pictureWish
            (wish.address, wish.room, wish.isThumbnail) = (first.address, PictureShelf.thumbnailRoom, true)
            wishes.insert(wish, at: 0)
            shelf.thumbnail = .asked
        }
        shelf.park(but: Set(sight.map { $0.address }))
        reading.show(shelf)
        self.reading = reading
        return keep(shelf.keptAddresses, wanting: wishes)
    }

    private mutating func keep(_ addresses: Set<String>, wanting wishes: [PictureWish]) -> [Effect] {
        var kept = addresses
        if let bigPicture { kept.insert(bigPicture.address) }
        guard !wishes.isEmpty || kept != keptPictures else { return [] }
        keptPictures = kept
        return [.showPictures(wishes, keeping: kept)]
    }

    mutating func apply(_ outcome: PictureOutcome, for wish: PictureWish) -> [Effect] {
        guard !wish.isBig else {
            if bigPicture?.address == wish.address { bigPicture?.outcome = outcome }
            return []
        }
        guard var reading, reading.pictures.contains(where: { $0.address == wish.address }) else { return [] }
        var shelf = reading.layout.pictures
        var effects: [Effect] = []
        switch outcome {
        case .shown(let cells) where wish.isThumbnail: shelf.thumbnail = .shown(wish.address, cells)
        case .missing where wish.isThumbnail, .refused where wish.isThumbnail: return []
        case .shown(let cells): shelf[wish.address] = .shown(cells)
        case .refused: shelf[wish.address] = .refused
        case .missing where pictureLoading == .always && connectivity == .online:
            shelf[wish.address] = .loading
            effects = [.fetchPictures([wish.address], kilobytes: settings.pictureKilobytes)]
        case .missing: shelf[wish.address] = .missing
        }
        makeOffer(on: &shelf, reading)
        reading.show(shelf)
        self.reading = reading
        return effects
    }

    /// Adds a hint about loading pictures to the caption of the article's first picture that is not stored.
    private func makeOffer(on shelf: inout PictureShelf, _ reading: Reading) {
        shelf.offer = nil
        guard pictureLoading != .never,
            let first = reading.pictures.first(where: { shelf[$0.address] == .missing })
        else { return }
        let count = unloaded(shelf, reading).count
        shelf.offer = PictureShelf.Offer(
            address: first.address,
            text: "\(keymap.name(of: .loadPictures)) loads \(count == 1 ? "1 picture" : "\(count) pictures")")
    }

    /// Returns the addresses of pictures that are neither shown nor refused, without duplicates.
    private func unloaded(_ shelf: PictureShelf, _ reading: Reading) -> [String] {
        var seen: Set<String> = []
        return reading.pictures.map { $0.address }.filter { address in
            switch shelf[address] {
            case .shown, .parked, .refused: false
            case .asked, .missing, .loading, nil: seen.insert(address).inserted
            }
        }
    }

    /// Redraws the pictures, because the terminal supports a better format than was known.
    mutating func renewPictures() -> [Effect] {
        if var reading {
            var shelf = reading.layout.pictures
            shelf.renew()
            reading.show(shelf)
            self.reading = reading
        }
        return fitBigPicture()
    }

    /// Requests a loaded picture from the store again.
    mutating func pictureCame(_ address: String, problem: String?) -> [Effect] {
        if let problem { say("Picture not loaded: \(problem)", .warning) }
        if var bigPicture, bigPicture.address == address {
            bigPicture.outcome = problem.map(PictureOutcome.refused)
            self.bigPicture = bigPicture
            if problem == nil { return [.showPictures([bigWish(bigPicture)], keeping: keptPictures)] }
        }
        guard var reading else { return [] }
        var shelf = reading.layout.pictures
        let block = reading.pictures.first { $0.address == address }?.block
        let size = block.flatMap { reading.layout.keptSize(of: $0) }
        if problem == nil, address == reading.pictures.first?.address { shelf.thumbnail = .unasked }
        shelf[address] = problem == nil ? size.map(PictureShelf.Entry.parked) : .refused
        makeOffer(on: &shelf, reading)
        reading.show(shelf)
        self.reading = reading
        return []
    }

    // MARK: - Keys

    /// Returns the focused text if it has pictures; otherwise shows the reason why there are none.
    private mutating func readingWithPictures() -> Reading? {
        guard focus == .text, let reading else {
            say(requestToOpen)
            return nil
        }
        guard !reading.pictures.isEmpty else {
            say("No pictures in this text")
            return nil
        }
        return reading
    }

    /// Loads the article's pictures; if all are loaded, hides or shows them.
    mutating func loadPictures() -> [Effect] {
        guard var reading = readingWithPictures() else { return [] }
        guard showsPictures else {
            say(pictureCell == nil ? "Pictures need a terminal with 256 colours" : "Pictures are switched off")
            return []
        }
        var shelf = reading.layout.pictures
        let missing = unloaded(shelf, reading)
        let isHidden = shelf.isHidden
        if missing.isEmpty || isHidden { shelf.isHidden.toggle() }
        guard !missing.isEmpty, !isHidden else {
            reading.show(shelf)
            self.reading = reading
            return []
        }
        guard connectivity != .offline else {
            say("Offline: \(missing.count == 1 ? "1 picture is" : "\(missing.count) pictures are") not stored")
            return []
        }
        for address in missing { shelf[address] = .loading }
        shelf.offer = nil
        reading.show(shelf)
        self.reading = reading
        return [.fetchPictures(missing, kilobytes: settings.pictureKilobytes)]
    }

    /// Shows the first visible picture, or else the first of the text, on the whole screen.
    mutating func showBigPicture() -> [Effect] {
        guard var reading = readingWithPictures() else { return [] }
        guard pictureCell != nil, settings.pictures != .none else {
            say(pictureCell == nil ? "Pictures need a terminal with 256 colours" : "Pictures are switched off")
            return []
        }
        let blocks = reading.blocksInSight()
        let index = reading.pictures.firstIndex { blocks.contains($0.block) } ?? 0
        let big = BigPicture(
            addresses: reading.pictures.map { $0.address }, captions: reading.pictures.map { caption(at: $0.block) },
            index: index)
        bigPicture = big
        return [.showPictures([bigWish(big)], keeping: keptPictures)]
    }

    private func caption(at block: Int) -> String {
        guard let reading, case .picture(let alternative, _, _) = reading.open.document.blocks[block].content else {
            return ""
        }
        return alternative
    }

    private func bigWish(_ big: BigPicture) -> PictureWish {
        PictureWish(
            address: big.address, room: BigPictureView.room(on: size), isBig: true, ground: theme[.text].background)
    }

    mutating func pressInBigPicture(_ key: Key) -> [Effect] {
        switch key {
        case .character("n"), .character("j"), .character("l"), .character(" "), .named(.right), .named(.down):
            return turnBigPicture(by: 1)
        case .character("p"), .character("k"), .character("h"), .named(.left), .named(.up):
            return turnBigPicture(by: -1)
        case .character("o"):
            return bigPicture.map { [.openBrowser($0.address)] } ?? []
        case .character("P"):
            guard let bigPicture, bigPicture.outcome == .missing, connectivity != .offline else { return [] }
            self.bigPicture?.outcome = nil
            return [.fetchPictures([bigPicture.address], kilobytes: settings.pictureKilobytes)]
        case .character("q"), .character("V"), .named(.escape), .named(.backspace), .named(.enter):
            bigPicture = nil
            // Erase the parts that were painted without cells.
            return [.redraw]
        case .character("Q"):
            return [.remember(memory), .quit]
        default:
            return []
        }
    }

    private mutating func turnBigPicture(by step: Int) -> [Effect] {
        guard var big = bigPicture else { return [] }
        big.index = (big.index + step + big.addresses.count) % big.addresses.count
        big.outcome = nil
        bigPicture = big
        return [.redraw, .showPictures([bigWish(big)], keeping: keptPictures)]
    }

    /// Adapts the big picture to the new size of the screen.
    mutating func fitBigPicture() -> [Effect] {
        guard let big = bigPicture else { return [] }
        return [.redraw, .showPictures([bigWish(big)], keeping: keptPictures)]
    }
}
