import ArticleText
import FeedModel
import PictureArt
import Screen
import Testing

@testable import ReaderUI

/// Pictures in the text: requests, positions and a steady screen.
@Suite struct PictureTests {
    private static func address(_ number: Int) -> String { "https://example.org/\(number).png" }

    private static func link(_ number: Int, size: (Int, Int)? = nil) -> Link {
        var link = Link(url: address(number), isPicture: true)
        link.picture = PictureAttributes(address: address(number), width: size?.0, height: size?.1)
        return link
    }

    private static func paragraph(_ number: Int) -> Block {
        Block(.paragraph([Run("Paragraph \(number) says something of interest.")]))
    }

    /// Returns alternating paragraphs and pictures.
    private static func document(_ count: Int, size: (Int, Int)? = nil) -> Document {
        var document = Document(links: (0..<count).map { link($0, size: size) })
        for number in 0..<count {
            document.blocks += [paragraph(number), Block(.picture(alternative: "Picture \(number)", link: number))]
        }
        document.blocks += (0..<8).map { paragraph(100 + $0) }
        return document
    }

    private func reading(_ document: Document, columns: Int = 80, rows: Int = 24) -> Rig {
        var rig = Rig(columns: columns, rows: rows)
        rig.document = document
        rig.state.pictures.cell = PixelSize(width: 8, height: 16)
        rig.start()
        rig.press("k", "Enter", "Enter")
        return rig
    }

    private static func cells(_ columns: Int, _ rows: Int, _ color: UInt8 = 40) -> PictureCells {
        let cell = Cell(Glyph("▀", width: 1), style: Style(foreground: .indexed(color), background: .indexed(20)))
        return PictureCells(
            size: Size(columns: columns, rows: rows), cells: Array(repeating: cell, count: columns * rows))
    }

    private func requests(_ rig: Rig) -> [PictureRequest] {
        rig.effects.flatMap { effect in
            if case .showPictures(let requests, _) = effect { requests } else { [PictureRequest]() }
        }
    }

    private func fetches(_ rig: Rig) -> [String] {
        rig.effects.flatMap { effect in
            if case .fetchPictures(let addresses, _, _) = effect { addresses } else { [String]() }
        }
    }

    /// Answers the last request with pictures of this size in cells.
    private func show(_ columns: Int, _ rows: Int, in rig: inout Rig) {
        for request in requests(rig) { rig.send(.picture(request, .shown(Self.cells(columns, rows)))) }
    }

    @Test("Pictures on this and the next page are looked up in the store once, without a request")
    func sight() {
        var rig = reading(Self.document(40))
        let first = requests(rig).map(\.address)
        #expect(first.count > 3 && first.count < 25 && first == (0..<first.count).map(Self.address))
        #expect(requests(rig)[0].room == Size(columns: 74, rows: 9))
        rig.press("j", "k")
        #expect(Set(requests(rig)).count == requests(rig).count)
        // The addresses of the links are below the text.
        rig.press("G", "PgUp", "PgUp", "PgUp", "PgUp")
        #expect(requests(rig).map(\.address).contains(Self.address(39)))
        #expect(fetches(rig).isEmpty)
    }

    @Test("A picture is above its caption, in cells that no theme changes")
    func standing() throws {
        var rig = reading(Self.document(1))
        #expect(rig.line(with: "▨ Picture 0 [1]") != nil)
        show(12, 4, in: &rig)
        let row = try #require(rig.screen.firstIndex { $0.contains("▀▀▀▀▀▀▀▀▀▀▀▀") })
        #expect(rig.screen[row + 4].contains("Picture 0 [1]") && !rig.screen[row + 4].contains("▨"))
        let column = rig.screen[row].prefix { $0 == " " }.count
        #expect(rig.frame[row, column].style == Style(foreground: .indexed(40), background: .indexed(20)))
        #expect(rig.screen.count { $0.contains("▀") } == 4)
    }

    @Test("A picture that grows above the first visible line does not move that line")
    func growth() throws {
        var rig = reading(Self.document(6))
        let asked = requests(rig)
        while rig.state.reading?.rows.first?.line.text.contains("Paragraph 2") == false { rig.press("j") }
        let top = try #require(rig.state.reading?.rows.first?.line.text)
        for request in asked.prefix(2) {
            rig.send(.picture(request, .shown(Self.cells(20, 6))))
            #expect(rig.state.reading?.rows.first?.line.text == top)
        }
        // The picture is hidden and shown again.
        rig.press("P", "P")
        #expect(rig.state.reading?.rows.first?.line.text == top)
    }

    @Test("A picture that the text shows twice is offered for loading once")
    func shownTwice() {
        var document = Self.document(1)
        document.blocks.insert(Block(.picture(alternative: "Picture 0", link: 0)), at: 3)
        var rig = reading(document)
        for request in requests(rig) { rig.send(.picture(request, .missing)) }
        #expect(rig.screen.count { $0.contains("▨ Picture 0 [1]") } == 2)
        #expect(rig.screen.count { $0.contains("P loads 1 picture") } == 1)
    }

    @Test("P loads missing pictures, and only the caption of the first one offers the key")
    func loading() {
        var rig = reading(Self.document(3))
        for request in requests(rig) { rig.send(.picture(request, .missing)) }
        #expect(rig.screen.count { $0.contains("P loads 3 pictures") } == 1)
        #expect(fetches(rig).isEmpty)
        rig.press("P")
        #expect(fetches(rig) == (0..<3).map(Self.address))
        #expect(rig.line(with: "P loads") == nil)
        let before = requests(rig).count
        rig.send(.pictureStored(Self.address(1)))
        #expect(requests(rig).dropFirst(before).map(\.address) == [Self.address(1)])
        rig.send(.pictureFailed(Self.address(2), "the server answered 404"))
        #expect(rig.line(with: "Picture [3] not loaded: the server answered 404") != nil)
    }

    @Test("Missing pictures of the open article are searched again once it is packed")
    func packed() throws {
        var rig = reading(Self.document(2))
        for request in requests(rig) { rig.send(.picture(request, .missing)) }
        let before = requests(rig).count
        let id = try #require(rig.state.reading?.open.article.id)
        for _ in 0..<2 { rig.send(.packs([id: .packed])) }
        #expect(requests(rig).dropFirst(before).map(\.address) == (0..<2).map(Self.address))
    }

    @Test("The declared size reserves room for a picture that is being loaded")
    func keptRoom() throws {
        var rig = reading(Self.document(1, size: (160, 64)))
        rig.send(.picture(requests(rig)[0], .missing))
        rig.press("P")
        let below = try #require(rig.screen.firstIndex { $0.contains("Paragraph 100") })
        rig.send(.pictureStored(Self.address(0)))
        rig.send(.picture(requests(rig).last!, .shown(Self.cells(20, 4))))
        #expect(rig.screen.firstIndex { $0.contains("Paragraph 100") } == below)
    }

    @Test("With load-pictures = always the visible pictures are requested; with never, and offline, none are")
    func settings() {
        var rig = reading(Self.document(3))
        rig.state.settings.loadPictures = .always
        rig.send(.picture(requests(rig)[0], .missing))
        #expect(fetches(rig) == [Self.address(0)])
        let feed = rig.state.reading?.open.article.subscription
        let kilobytes = rig.state.settings.pictureKilobytes
        #expect(feed != nil)
        #expect(rig.effects.contains(.fetchPictures([Self.address(0)], of: feed, kilobytes: kilobytes)))
        rig.state.settings.loadPictures = .never
        rig.send(.picture(requests(rig)[1], .missing))
        #expect(fetches(rig) == [Self.address(0)] && rig.line(with: "P loads") == nil)
        rig.state.settings.loadPictures = .asked
        rig.state.network.connectivity = .offline
        rig.press("P")
        #expect(fetches(rig) == [Self.address(0)] && rig.line(with: "Offline") != nil)
    }

    @Test("With load-pictures = never P requests nothing: it says so, or hides the stored pictures")
    func never() {
        var rig = reading(Self.document(2))
        rig.state.settings.loadPictures = .never
        for request in requests(rig) { rig.send(.picture(request, .missing)) }
        rig.press("P")
        #expect(fetches(rig).isEmpty && rig.line(with: "2 pictures not stored, and load-pictures is never") != nil)
        rig.press("V")
        rig.send(.picture(requests(rig).last!, .missing))
        #expect(rig.line(with: "Not stored, and load-pictures is never") != nil)
        rig.press("P", "q")
        rig.send(.picture(requests(rig)[0], .shown(Self.cells(20, 4))))
        #expect(rig.line(with: "▀") != nil)
        rig.press("P")
        #expect(fetches(rig).isEmpty && rig.line(with: "▀") == nil)
    }

    @Test("Without 256 colours, with pictures = none, or for a feed without pictures, only captions are shown")
    func none() {
        let changes: [(inout Rig) -> Void] = [
            { $0.state.pictures.cell = nil },
            { $0.state.settings.pictures = .none },
            { rig in
                for index in rig.subscriptions.indices { rig.subscriptions[index].preferences.showsPictures = false }
            },
        ]
        for change in changes {
            var rig = Rig()
            rig.document = Self.document(2)
            rig.state.pictures.cell = PixelSize(width: 8, height: 16)
            change(&rig)
            rig.start()
            rig.press("k", "Enter", "Enter")
            #expect(requests(rig).isEmpty && rig.line(with: "▨ Picture 0 [1]") != nil)
            rig.press("P")
            #expect(fetches(rig).isEmpty)
        }
    }

    @Test("Narrow pictures are shown side by side, each above its caption")
    func grid() throws {
        var document = Document(links: (0..<4).map { Self.link($0) })
        document.blocks =
            (0..<4).map { (index: Int) in
                Block(.picture(alternative: "Picture \(index)", link: index))
            } + [Self.paragraph(9)]
        var rig = reading(document)
        show(30, 3, in: &rig)
        let rows = rig.screen.filter { $0.contains("▀") }
        #expect(rows.count == 6 && rows.allSatisfy { $0.contains(String(repeating: "▀", count: 30) + "  ▀") })
        let captions = rig.screen.filter { $0.contains("Picture") }
        #expect(captions.count == 2 && captions[0].contains("Picture 0 [1]") && captions[0].contains("Picture 1 [2]"))
        #expect(rig.line(with: "Paragraph 9") != nil)
        rig.press("G", "g")
        #expect(rig.screen.filter { $0.contains("▀") } == rows)
    }

    private func row(of words: [String], _ columns: Int, _ rows: Int) -> Rig {
        var document = Document(links: words.indices.map { Self.link($0) })
        document.blocks =
            words.indices.map { (index: Int) in
                Block(.picture(alternative: words[index], link: index))
            } + [Self.paragraph(9)]
        var rig = reading(document)
        show(columns, rows, in: &rig)
        return rig
    }

    @Test("Pictures too narrow for captions have them in one text below; a picture without a caption has its number")
    func narrowCaptions() {
        let words = ["a smile", "a wink", "thirty pixels wide", ""]
        #expect(
            row(of: words, 2, 1).line(with: "a smile [1] · a wink [2] · thirty pixels wide [3] · [4]") != nil)
        func indent(_ line: String?) -> Int? { line?.prefix { $0 == " " }.count }
        let named = indent(row(of: ["a smile", "a wink"], 2, 1).line(with: "a smile [1] · a wink [2]"))
        let unnamed = indent(row(of: ["", "a wink"], 2, 1).line(with: "[1] · a wink [2]"))
        #expect(named != nil && named == unnamed)
        #expect(row(of: ["", ""], 30, 3).line(with: "[1]" + String(repeating: " ", count: 29) + "[2]") != nil)
    }

    @Test(
        "The numbers of pictures in a row do not shorten a caption to a few letters",
        arguments: [(19, "A harbour in the fog [1] [3] · Sea [2]"), (20, "A harbour i… [1] [3]  Sea [2]")])
    func numbersNextToCaption(_ columns: Int, _ line: String) {
        let words = ["A harbour in the fog", "Sea"]
        var document = Document(links: [0, 1].map { Self.link($0) })
        document.links.append(Link(url: "https://example.org/harbour"))
        document.blocks = [
            Block(.picture(alternative: words[0], link: 0, target: 2)), Block(.picture(alternative: words[1], link: 1)),
            Self.paragraph(9),
        ]
        var rig = reading(document)
        show(columns, 2, in: &rig)
        #expect(rig.line(with: line) != nil, "\(rig.screen)")
    }

    @Test("A picture that occurs several times has a different caption at each occurrence")
    func captionOfUse() {
        var rig = reading(
            DocumentBuilder.document(
                html: "<img src=1.png alt='In June'><p>Then</p><img src=1.png alt='In July'><p>End</p><img src=1.png>",
                base: "https://example.org/"))
        show(20, 2, in: &rig)
        #expect(rig.line(with: "In June [1]") != nil && rig.line(with: "In July [1]") != nil, "\(rig.screen)")
        #expect(rig.screen.count { $0.contains("In June") } == 1, "\(rig.screen)")
    }

    @Test("A picture has its number above the page's own caption, too")
    func numberAboveCaption() throws {
        var document = Document(links: [Self.link(0)])
        document.blocks = [Block(.picture(alternative: "Picture 0", link: 0)), Self.paragraph(9)]
        document.blocks[1].spacing = .caption
        var rig = reading(document)
        show(12, 4, in: &rig)
        let row = try #require(rig.screen.firstIndex { $0.contains("▀") })
        #expect(rig.screen[row + 4].contains("[1]") && !rig.screen[row + 4].contains("Picture"))
        #expect(rig.screen[row + 5].contains("Paragraph 9"))
    }

    @Test("A page's caption is below its own figure, not below earlier pictures or the same picture elsewhere")
    func captionOfFigure() throws {
        let figure = "<figure><img src=2.png alt=two><figcaption>The harbour</figcaption></figure>"
        var rig = reading(
            DocumentBuilder.document(
                html: "<img src=1.png alt=one>\(figure)<p>Text</p><img src=2.png alt=two><p>End</p>",
                base: "https://example.org/"))
        show(12, 2, in: &rig)
        let rows = rig.screen.indices.filter { rig.screen[$0].contains("▀") }
        #expect(rows.count == 6 && rows.allSatisfy { !rig.screen[$0].contains("▀  ▀") }, "\(rig.screen)")
        let caption = try #require(rig.screen.firstIndex { $0.contains("The harbour") })
        #expect(rig.screen[caption - 1].contains("[2]") && rig.screen[caption - 2].contains("▀"))
        let again = try #require(rig.screen.lastIndex { $0.contains("two [2]") })
        #expect(rig.screen[again - 1].contains("▀") && !rig.screen[again + 1].contains("End"))
    }

    @Test("A closed article keeps no cells, and only a few hidden pictures keep theirs")
    func keeping() {
        var rig = reading(Self.document(40))
        show(30, 9, in: &rig)
        for _ in 0..<30 {
            rig.press("Space")
            show(30, 9, in: &rig)
        }
        let kept = rig.effects.compactMap { effect -> Set<String>? in
            if case .showPictures(_, let kept) = effect { kept } else { nil }
        }
        #expect(kept.allSatisfy { $0.count <= 2 * PictureTable.limit })
        rig.state.settings.pictures = .none
        rig.press("j")
        #expect(rig.effects.last == .showPictures([], keeping: []))
    }

    @Test("Finding text does not load a picture, and matches keep their positions")
    func finding() throws {
        var rig = reading(Self.document(2))
        show(12, 4, in: &rig)
        rig.press("/")
        rig.type("Paragraph 1 ")
        rig.press("Enter")
        #expect(rig.state.reading?.find?.matches.count == 9)
        #expect(rig.state.reading?.layout.lines.contains { !$0.pictures.isEmpty && !$0.text.isEmpty } == false)
    }

    @Test("The big view fills the screen, moves to the next and the previous picture, and closes")
    func big() throws {
        var rig = reading(Self.document(3))
        rig.press("V")
        let request = try #require(requests(rig).last)
        #expect(request.isBig && request.room == Size(columns: 80, rows: 22) && request.address == Self.address(0))
        rig.send(.picture(request, .shown(Self.cells(60, 20))))
        #expect(rig.screen.count { $0.contains("▀") } == 20 && rig.line(with: "1/3  Picture 0") != nil)
        rig.press("n")
        #expect(requests(rig).last?.address == Self.address(1) && rig.line(with: "2/3") != nil)
        rig.press("p", "p")
        #expect(requests(rig).last?.address == Self.address(2))
        rig.send(.picture(requests(rig).last!, .missing))
        #expect(rig.line(with: "P loads it") != nil && fetches(rig).isEmpty)
        rig.press("P")
        #expect(fetches(rig) == [Self.address(2)])
        rig.press("o")
        #expect(rig.effects.contains(.openBrowser(Self.address(2))))
        rig.press("q")
        #expect(rig.line(with: "Paragraph 0") != nil && rig.effects.contains(.redraw))
    }

    @Test("With thumbnails = true the first picture is to the right of the headline")
    func thumbnail() throws {
        var rig = Rig()
        rig.document = Self.document(2)
        rig.state.pictures.cell = PixelSize(width: 8, height: 16)
        rig.state.settings.thumbnails = true
        rig.start()
        rig.press("k", "Enter", "Enter")
        let request = try #require(requests(rig).first)
        #expect(request.isThumbnail && request.address == Self.address(0) && request.room == Size(columns: 12, rows: 4))
        rig.send(.picture(request, .shown(Self.cells(12, 3))))
        let rows = rig.screen.filter { $0.hasSuffix(String(repeating: "▀", count: 12)) }
        #expect(rows.count == 3 && rig.line(with: "Paragraph 0") != nil && rig.line(with: "▨ Picture 0") != nil)
    }

    @Test("A new screen size renders pictures again and keeps their positions meanwhile")
    func resizing() {
        var rig = reading(Self.document(1))
        show(12, 4, in: &rig)
        let before = requests(rig).count
        rig.send(.input(.resized(Size(columns: 70, rows: 20))))
        let again = requests(rig).dropFirst(before)
        #expect(again.map(\.room) == [Size(columns: 64, rows: 8)])
        #expect(rig.line(with: "▨") == nil && rig.line(with: "▀") == nil)
        rig.send(.picture(again.last!, .shown(Self.cells(12, 4))))
        #expect(rig.screen.count { $0.contains("▀") } == 4)
    }
}
