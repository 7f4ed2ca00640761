import ArticleText
import Basics
import FeedModel
import PictureArt
import Screen

// The pictures of the open article: loading them, showing them, the big view.
extension State {
    private var pictureFeed: FeedPreferences? {
        reading.flatMap { sidebar.feed($0.open.article.subscription)?.preferences }
    }

    /// True if the terminal and the settings permit pictures.
    private var mayShowPictures: Bool {
        pictures.cell != nil && settings.glyphs == .unicode && settings.pictures != .none
    }

    private var showsPictures: Bool {
        mayShowPictures && pictureFeed?.showsPictures != false
    }

    func showsPictures(of article: Article) -> Bool {
        mayShowPictures && sidebar.feed(article.subscription)?.preferences.showsPictures != false
    }

    private var reasonForNoPictures: String {
        if let obstacle = pictures.obstacle { return "No pictures are shown: \(obstacle)" }
        if pictures.cell == nil { return "Pictures need 256 colours" }
        return settings.glyphs == .unicode ? "Pictures are switched off" : "Pictures need glyphs = unicode"
    }

    private var pictureLoading: PictureLoading {
        pictureFeed?.loadPictures ?? settings.loadPictures
    }

    /// The reason why no picture can be requested now; nil if `P` requests it.
    var obstacleToLoading: String? {
        if pictureLoading == .never { return "load-pictures is never" }
        return network.connectivity == .offline ? "lede is offline" : nil
    }

    private func fetch(_ addresses: [String]) -> Effect {
        .fetchPictures(addresses, of: reading?.open.article.subscription, kilobytes: settings.pictureKilobytes)
    }

    private var articlePictureRequest: PictureRequest {
        let rows = PictureSize.rows(onScreenOf: size.rows)
        let width = reading?.layout.form.width ?? size.columns
        return PictureRequest(
            address: "", room: Size(columns: width, rows: rows), ground: theme[.text].background)
    }

    /// Requests the pictures on this screen and the next that were not requested before.
    mutating func wantedPictures() -> [Effect] {
        guard showsPictures, var reading, !reading.pictures.isEmpty else { return keep([], wanting: []) }
        guard columns.area(of: .text) != nil else { return [] }
        let blocks = reading.blocksInSight()
        let sight = reading.pictures.filter { blocks.contains($0.block) }
        var table = reading.layout.pictures
        table.fit(articlePictureRequest)
        var requests: [PictureRequest] = []
        for picture in sight where !table.isHidden && table.isWanted(picture.address) {
            guard !requests.contains(where: { $0.address == picture.address }) else { continue }
            var request = articlePictureRequest
            request.address = picture.address
            request.room.columns = min(request.room.columns, reading.layout.pictureRoom(of: picture.block))
            requests.append(request)
            table.markRequested(picture.address)
        }
        if settings.thumbnails, table.thumbnail == .unasked, let first = reading.pictures.first {
            var request = articlePictureRequest
            (request.address, request.room, request.isThumbnail) = (first.address, PictureTable.thumbnailRoom, true)
            requests.insert(request, at: 0)
            table.thumbnail = .asked
        }
        table.evictCells(except: Set(sight.map { $0.address }))
        reading.show(table)
        self.reading = reading
        return keep(table.keptAddresses, wanting: requests)
    }

    private mutating func keep(_ addresses: Set<String>, wanting requests: [PictureRequest]) -> [Effect] {
        var kept = addresses
        if let big = pictures.big { kept.insert(big.address) }
        guard !requests.isEmpty || kept != pictures.kept else { return [] }
        pictures.kept = kept
        return [.showPictures(requests, keeping: kept)]
    }

    mutating func apply(_ outcome: PictureOutcome, for request: PictureRequest) -> [Effect] {
        guard !request.isBig else {
            if pictures.big?.address == request.address { pictures.big?.outcome = outcome }
            return []
        }
        guard var reading, reading.pictures.contains(where: { $0.address == request.address }) else { return [] }
        var table = reading.layout.pictures
        var effects: [Effect] = []
        switch outcome {
        case .shown(let cells) where request.isThumbnail: table.thumbnail = .shown(request.address, cells)
        case .missing where request.isThumbnail, .refused where request.isThumbnail: return []
        case .shown(let cells): table[request.address] = .shown(cells)
        case .refused: table[request.address] = .refused
        case .missing where pictureLoading == .always && network.connectivity == .online:
            table[request.address] = .loading
            effects = [fetch([request.address])]
        case .missing: table[request.address] = .missing
        }
        makeOffer(on: &table, reading)
        reading.show(table)
        self.reading = reading
        return effects
    }

    /// Adds a hint about loading pictures to the caption of the article's first picture that is not stored.
    private func makeOffer(on table: inout PictureTable, _ reading: Reading) {
        table.offer = nil
        guard pictureLoading != .never,
            let first = reading.pictures.first(where: { table[$0.address] == .missing })
        else { return }
        let count = unloaded(table, reading).count
        table.offer = PictureTable.Offer(
            address: first.address,
            text: "\(keymap.name(of: .loadPictures)) loads \(count.counting("picture"))")
    }

    /// Returns the addresses of pictures that are neither shown nor refused, without duplicates.
    private func unloaded(_ table: PictureTable, _ reading: Reading) -> [String] {
        var seen: Set<String> = []
        return reading.pictures.map { $0.address }.filter { address in
            switch table[address] {
            case .shown, .evicted, .refused: false
            case .asked, .missing, .loading, nil: seen.insert(address).inserted
            }
        }
    }

    /// Redraws the pictures, because the terminal supports a better format than was known.
    mutating func renewPictures() -> [Effect] {
        if var reading {
            var table = reading.layout.pictures
            table.renew()
            reading.show(table)
            self.reading = reading
        }
        return fitBigPicture()
    }

    mutating func hidePictures(because reason: String) {
        (pictures.cell, pictures.obstacle) = (nil, reason)
        say(reasonForNoPictures, .warning)
    }

    /// Requests a loaded picture from the store again.
    mutating func renewPicture(_ address: String, problem: String?) -> [Effect] {
        if let problem {
            let link = reading?.open.document.links.firstIndex { $0.picture?.address == address }
            let number = link.map { " [\($0 + 1)]" } ?? ""
            say("Picture\(number) not loaded: \(problem)", .warning)
        }
        if var big = pictures.big, big.address == address {
            big.outcome = problem.map(PictureOutcome.refused)
            pictures.big = big
            if problem == nil { return [.showPictures([bigPictureRequest(big)], keeping: pictures.kept)] }
        }
        guard var reading else { return [] }
        var table = reading.layout.pictures
        let block = reading.pictures.first { $0.address == address }?.block
        let size = block.flatMap { reading.layout.keptSize(of: $0) }
        if problem == nil, address == reading.pictures.first?.address { table.thumbnail = .unasked }
        table[address] = problem == nil ? size.map(PictureTable.Entry.evicted) : .refused
        makeOffer(on: &table, reading)
        reading.show(table)
        self.reading = reading
        return []
    }

    /// Makes the next request search the store again for the article's missing pictures: packing may have stored them.
    mutating func searchMissingPictures() {
        guard var reading else { return }
        var table = reading.layout.pictures
        for picture in reading.pictures where table[picture.address] == .missing { table[picture.address] = nil }
        reading.show(table)
        self.reading = reading
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
            say(reasonForNoPictures)
            return []
        }
        var table = reading.layout.pictures
        var missing = unloaded(table, reading)
        if pictureLoading == .never, !missing.isEmpty {
            guard missing.count < Set(reading.pictures.map { $0.address }).count else {
                say("\(missing.count.counting("picture")) not stored, and load-pictures is never")
                return []
            }
            // The others can be hidden and shown.
            missing = []
        }
        let isHidden = table.isHidden
        if missing.isEmpty || isHidden { table.isHidden.toggle() }
        guard !missing.isEmpty, !isHidden else {
            reading.show(table)
            self.reading = reading
            return []
        }
        return load(missing, in: reading)
    }

    /// Fetches pictures that are not stored, unless the person is offline.
    private mutating func load(_ missing: [String], in reading: Reading) -> [Effect] {
        guard network.connectivity != .offline else {
            say("Offline: \(missing.count.counting("picture")) \(missing.count == 1 ? "is" : "are") not stored")
            return []
        }
        var reading = reading
        var table = reading.layout.pictures
        for address in missing { table[address] = .loading }
        table.offer = nil
        reading.show(table)
        self.reading = reading
        return [fetch(missing)]
    }

    /// Shows the first visible picture, or else the first of the text, on the whole screen.
    mutating func showBigPicture() -> [Effect] {
        guard var reading = readingWithPictures() else { return [] }
        guard mayShowPictures else {
            say(reasonForNoPictures)
            return []
        }
        let blocks = reading.blocksInSight()
        let index = reading.pictures.firstIndex { blocks.contains($0.block) } ?? 0
        let big = BigPicture(
            addresses: reading.pictures.map { $0.address }, captions: reading.pictures.map { caption(at: $0.block) },
            index: index)
        pictures.big = big
        return [.showPictures([bigPictureRequest(big)], keeping: pictures.kept)]
    }

    private func caption(at block: Int) -> String {
        guard let reading, case .picture(let alternative, _, _, _) = reading.open.document.blocks[block].content else {
            return ""
        }
        return alternative
    }

    private func bigPictureRequest(_ big: BigPicture) -> PictureRequest {
        PictureRequest(
            address: big.address, room: BigPictureView.room(on: size), isBig: true, ground: theme[.text].background)
    }

    mutating func pressInBigPicture(_ key: Key) -> [Effect] {
        switch key {
        case .character("n"), .character("j"), .character("l"), .character(" "), .named(.right), .named(.down):
            return stepBigPicture(by: 1)
        case .character("p"), .character("k"), .character("h"), .named(.left), .named(.up):
            return stepBigPicture(by: -1)
        case .character("o"):
            return pictures.big.map { [.openBrowser($0.address)] } ?? []
        case .character("P"):
            guard let big = pictures.big, big.outcome == .missing, obstacleToLoading == nil else { return [] }
            pictures.big?.outcome = nil
            return [fetch([big.address])]
        case .character("q"), .character("V"), .named(.escape), .named(.backspace), .named(.enter):
            pictures.big = nil
            // Erase the parts that were painted without cells.
            return [.redraw]
        case .character("Q"):
            return [.remember(memory), .quit]
        default:
            return []
        }
    }

    private mutating func stepBigPicture(by step: Int) -> [Effect] {
        guard var big = pictures.big else { return [] }
        big.index = (big.index + step + big.addresses.count) % big.addresses.count
        big.outcome = nil
        pictures.big = big
        return [.redraw, .showPictures([bigPictureRequest(big)], keeping: pictures.kept)]
    }

    /// Adapts the big picture to the new size of the screen.
    mutating func fitBigPicture() -> [Effect] {
        guard let big = pictures.big else { return [] }
        return [.redraw, .showPictures([bigPictureRequest(big)], keeping: pictures.kept)]
    }
}
