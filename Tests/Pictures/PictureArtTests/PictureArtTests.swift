import Foundation
import Screen
import Testing

@testable import PictureArt

/// Returns a picture that the test paints: hills under a sky, with a sun, an edge and grain.
private func landscape(_ width: Int, _ height: Int, noise: Double = 14) -> PixelPicture {
    var grain: UInt32 = 7
    var bytes: [UInt8] = []
    for y in 0..<height {
        for x in 0..<width {
            let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
            grain = grain &* 1_664_525 &+ 1_013_904_223
            let speck = (Double(grain >> 24) / 255 - 0.5) * noise
            var color = [60 + 150 * v, 110 + 90 * v, 210 - 70 * v]
            color = color.map { $0 + 200 * max(0, 1 - hypot(u - 0.7, (v - 0.3) * 0.6) * 8) }
            if v > 0.55 + 0.12 * sin(u * 8) + 0.03 * sin(u * 40) {
                color = [60 + 50 * sin(u * 60) * v, 120 - 60 * v, 40 + 30 * sin(v * 50)]
            }
            if (0.2..<0.28).contains(u), v > 0.3 { color = [190, 60 + 60 * v, 40] }
            bytes += color.map { UInt8(min(255, max(0, $0 + speck))) } + [255]
        }
    }
    let size = PixelSize(width: width, height: height)
    return PixelPicture(size: size, fileSize: size, bytes: bytes)!
}

/// True if a block character has ink at an eighth of the width and an eighth of the height.
private func isInk(_ character: String, _ x: Int, _ y: Int) -> Bool {
    let scalar = character.unicodeScalars.first!
    switch scalar.value {
    case 0x2581...0x2587: return y >= 8 - Int(scalar.value - 0x2580)
    case 0x2589...0x258F: return x < 8 - Int(scalar.value - 0x2588)
    default:
        let quarters = BlockShape.quadrants.firstIndex(of: scalar)!
        return quarters >> (y / 4 * 2 + x / 4) & 1 == 1
    }
}

/// Returns the picture as a terminal with cells of 8 × 16 pixels shows it.
private func painted(_ cells: [Cell], _ size: Size) -> PixelPicture {
    let target = PixelSize(width: size.columns * 8, height: size.rows * 16)
    var bytes = [UInt8](repeating: 0, count: target.width * target.height * 4)
    for (index, cell) in cells.enumerated() {
        for y in 0..<16 {
            for x in 0..<8 {
                let isFront = isInk(cell.text, x, y / 2)
                let color =
                    (isFront ? cell.style.foreground : cell.style.background)?.components ?? (red: 0, green: 0, blue: 0)
                let at = ((index / size.columns * 16 + y) * target.width + index % size.columns * 8 + x) * 4
                bytes.replaceSubrange(at..<at + 4, with: [color.red, color.green, color.blue, 255])
            }
        }
    }
    return PixelPicture(size: target, fileSize: target, bytes: bytes)!
}

/// Returns the root of the mean square difference, 0–1.
private func difference(_ a: PixelPicture, _ b: PixelPicture) -> Double {
    var sum = 0.0
    for pixel in stride(from: 0, to: a.bytes.count, by: 4) {
        for part in 0..<3 {
            let step = (Double(a.bytes[pixel + part]) - Double(b.bytes[pixel + part])) / 255
            sum += step * step
        }
    }
    return (sum / Double(a.bytes.count / 4 * 3)).squareRoot()
}

@Suite struct SymbolArtTests {
    @Test("The art differs from the scaled picture by at most 0.115 in 256 colours and 0.10 in true colour")
    func error() {
        let size = Size(columns: 72, rows: 22)
        let picture = landscape(720, 440)
        let original = picture.scaled(to: PixelSize(width: 576, height: 352))
        let indexed = difference(painted(SymbolArt.cells(picture, size, .indexed), size), original)
        let direct = difference(painted(SymbolArt.cells(picture, size, .direct), size), original)
        #expect(indexed <= 0.115 && direct <= 0.10, "256 colours: \(indexed), true colour: \(direct)")
        #expect(direct < indexed)
    }

    @Test("Each block character is chosen for a cell that looks like it")
    func characters() {
        let size = PixelSize(width: 8, height: 8)
        let (white, black): ([UInt8], [UInt8]) = ([255, 255, 255, 255], [0, 0, 0, 255])
        for character in "▘▝▀▖▌▞▛▗▚▐▜▄▙▟▁▂▃▅▆▇▏▎▍▋▊▉".unicodeScalars.map(String.init) {
            let drawn = (0..<64).map { isInk(character, $0 % 8, $0 / 8) }
            let picture = PixelPicture(size: size, fileSize: size, bytes: drawn.flatMap { $0 ? white : black })!
            for palette in [SymbolArt.Palette.indexed, .direct] {
                let cell = SymbolArt.cells(picture, Size(columns: 1, rows: 1), palette)[0]
                let isWhite = (0..<64).map { index in
                    let isFront = isInk(cell.text, index % 8, index / 8)
                    return (isFront ? cell.style.foreground : cell.style.background)?.components.red == 255
                }
                #expect(isWhite.elementsEqual(drawn), "\(character) became \(cell.text)")
            }
        }
    }

    @Test("A line a quarter of a cell wide is shown in its position")
    func lines() {
        let pixels = PixelSize(width: 160, height: 160)
        var bytes: [UInt8] = []
        for y in 0..<160 {
            for x in 0..<160 {
                let isLine = x < 80 ? y % 16 >= 12 : x % 8 < 2
                bytes += isLine ? [206, 41, 33, 255] : [247, 247, 247, 255]
            }
        }
        let picture = PixelPicture(size: pixels, fileSize: pixels, bytes: bytes)!
        let size = Size(columns: 20, rows: 10)
        #expect(difference(painted(SymbolArt.cells(picture, size, .direct), size), picture) == 0)
    }

    @Test("Transparent parts show the background of the terminal, and a quarter that is mostly opaque is filled")
    func transparency() {
        let size = PixelSize(width: 24, height: 16)
        var bytes: [UInt8] = []
        for y in 0..<16 {
            for x in 0..<24 { bytes += y < [16, 4, 3][x / 8] ? [0, 0, 0, 0] : [10, 200, 10, 255] }
        }
        let picture = PixelPicture(size: size, fileSize: size, bytes: bytes)!
        let cells = SymbolArt.cells(picture, Size(columns: 3, rows: 1), .direct)
        let green = Color.rgb(red: 8, green: 206, blue: 8)
        #expect(cells[0] == Cell(.space, style: .plain))
        #expect(cells[1] == Cell(Glyph("▄", width: 1), style: Style(foreground: green)))
        #expect(cells[2] == Cell(.space, style: Style(background: green)))
        let onGrey = SymbolArt.cells(picture, Size(columns: 3, rows: 1), .direct, on: .indexed(236))
        #expect(onGrey.map(\.style.background) == [.indexed(236), .indexed(236), green])
    }

    @Test("The art distinguishes both halves and a quarter of a cell")
    func splits() {
        func art(_ quarters: [[UInt8]]) -> Cell {
            let size = PixelSize(width: 2, height: 2)
            let picture = PixelPicture(size: size, fileSize: size, bytes: quarters.flatMap { $0 })!
            return SymbolArt.cells(picture, Size(columns: 1, rows: 1), .indexed)[0]
        }
        let (white, black, clear): ([UInt8], [UInt8], [UInt8]) = ([255, 255, 255, 255], [0, 0, 0, 255], [0, 0, 0, 0])
        let half = art([white, white, black, black])
        #expect(half.text == "▀" && half.style == Style(foreground: .indexed(231), background: .indexed(16)))
        #expect(art([black, white, white, white]).text == "▘")
        #expect(art([black, white, white, white]).style.foreground == .indexed(16))
        #expect(art([white, white, white, white]) == Cell(.space, style: Style(background: .indexed(231))))
        #expect(art([clear, clear, clear, clear]) == Cell(.space, style: .plain))
        #expect(
            art([clear, white, clear, white]) == Cell(Glyph("▐", width: 1), style: Style(foreground: .indexed(231))))
    }

    @Test(
        "Proportions are kept, nothing is enlarged, and at least one cell is used",
        arguments: [
            (1600, 900, 40, 11), (100, 100, 12, 6), (4000, 10, 80, 1), (10, 4000, 1, 20), (1, 1, 1, 1),
            (640, 320, 80, 20),
        ])
    func sizes(_ width: Int, _ height: Int, _ columns: Int, _ rows: Int) {
        let room = Size(columns: 80, rows: 20)
        let size = PictureSize.cells(
            for: PixelSize(width: width, height: height), cell: PictureSize.usualCell, within: room)
        let expected = width == 1600 ? Size(columns: 71, rows: 20) : Size(columns: columns, rows: rows)
        #expect(size == expected)
        #expect(PictureSize.rows(onScreenOf: 24) == 9 && PictureSize.rows(onScreenOf: 100) == 20)
    }

    @Test(
        "A dark logo on a transparent background gets a light background on a dark terminal, and a light one a dark one"
    )
    func backgrounds() {
        let size = PixelSize(width: 2, height: 1)
        func logo(_ value: UInt8) -> PixelPicture {
            PixelPicture(size: size, fileSize: size, bytes: [value, value, value, 255, 0, 0, 0, 0])!
        }
        let (dark, light) = (PixelColor(red: 20, green: 20, blue: 20), PixelColor(red: 250, green: 250, blue: 250))
        #expect(PictureBackground.color(for: logo(0), on: dark)!.onScreen.luminance > 0.5)
        #expect(PictureBackground.color(for: logo(0), on: light) == nil)
        #expect(PictureBackground.color(for: logo(255), on: light)!.onScreen.luminance < 0.2)
        #expect(PictureBackground.color(for: logo(255), on: dark) == nil)
        #expect(PictureBackground.color(for: logo(0), on: nil) != nil)
        #expect(PictureBackground.color(for: logo(130), on: nil) == nil)
        #expect(PictureBackground.color(for: landscape(8, 8), on: dark) == nil)
    }
}

@Suite struct PlaceholderTests {
    @Test("The 297 marks combine, take no column, and do not change under normalisation")
    func marks() {
        #expect(Placeholders.marks.count == 297)
        #expect(Placeholders.marks.prefix(6).map(\.value) == [0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D])
        #expect(Placeholders.marks.last?.value == 0x1D244)
        for mark in Placeholders.marks {
            let text = String(Character(mark))
            #expect(text.decomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([mark]))
            #expect("a\(mark)".precomposedStringWithCanonicalMapping.unicodeScalars.count == 2)
        }
    }

    @Test("Each cell names its row, its column and the id")
    func cells() {
        let id = Placeholders.ID(color: 200, high: 3)
        let cells = Placeholders.cells(id, Size(columns: 3, rows: 2), isDirect: false)
        #expect(cells.count == 6 && id.number == 3 << 24 | 200)
        let expected = [0x10EEEE, 0x30D, 0x30E, 0x310].map { Unicode.Scalar($0)! }
        #expect(cells[5].text.unicodeScalars.elementsEqual(expected))
        #expect(cells[5].style == Style(foreground: .indexed(200)))
        let onGrey = Placeholders.cells(id, Size(columns: 1, rows: 1), isDirect: false, on: .indexed(236))
        #expect(onGrey[0].style == Style(foreground: .indexed(200), background: .indexed(236)))
        #expect(Placeholders.ID(color: 255, high: 255).next == Placeholders.ID(color: 16, high: 0))
    }

    @Test("A picture has at most as many columns and rows as there are marks")
    func limit() {
        #expect(Placeholders.limited(Size(columns: 400, rows: 100)) == Size(columns: 297, rows: 100))
        #expect(Placeholders.limited(Size(columns: 80, rows: 300)) == Size(columns: 80, rows: 297))
        let id = Placeholders.ID(color: 100, high: 0)
        let room = Placeholders.limited(Size(columns: 1_000, rows: 1))
        #expect(Placeholders.cells(id, room, isDirect: false).count == 297)
    }

    @Test("A picture is sent in pieces of 4,096 characters, the last one is marked, and the terminal sends no reply")
    func transmission() {
        let picture = landscape(60, 40)
        let id = Placeholders.ID(color: 100, high: 0)
        let text = String(
            decoding: Placeholders.transmission(picture, id, Size(columns: 8, rows: 3), inTmux: false), as: UTF8.self)
        let pieces = text.components(separatedBy: "\u{1B}\\").dropLast()
        #expect(pieces.count == 3 && pieces.allSatisfy { $0.hasPrefix("\u{1B}_G") && $0.contains("q=2") })
        #expect(pieces[0].contains("a=T,q=2,U=1,f=24,i=100,s=60,v=40,c=8,r=3,m=1;") && pieces[2].contains("m=0;"))
        let data = pieces.map { $0.split(separator: ";").last! }
        #expect(data.allSatisfy { $0.utf8.count <= 4_096 })
        #expect(Data(base64Encoded: data.joined())?.count == 60 * 40 * 3)
        let wrapped = Placeholders.transmission(picture, id, Size(columns: 8, rows: 3), inTmux: true)
        #expect(
            String(decoding: wrapped, as: UTF8.self).components(separatedBy: "\u{1B}Ptmux;\u{1B}\u{1B}_G").count == 4)
    }
}

@Suite struct SixelTests {
    /// Draws sixels as a terminal would.
    private func drawn(_ bytes: [UInt8], _ size: PixelSize) -> PixelPicture {
        var output = [UInt8](repeating: 0, count: size.width * size.height * 4)
        var palette: [Int: [UInt8]] = [:]
        var (x, y, color, index) = (0, 0, 0, bytes.firstIndex(of: UInt8(ascii: "q"))! + 1)
        func number() -> Int {
            var value = 0
            while (48...57).contains(bytes[index]) {
                value = value * 10 + Int(bytes[index]) - 48
                index += 1
            }
            return value
        }
        func put(_ sign: UInt8, _ count: Int) {
            for _ in 0..<count {
                for bit in 0..<6 where (sign - 63) >> UInt8(bit) & 1 == 1 && y + bit < size.height && x < size.width {
                    let at = ((y + bit) * size.width + x) * 4
                    output.replaceSubrange(at..<at + 4, with: palette[color]!)
                }
                x += 1
            }
        }
        while bytes[index] != 0x1B {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): for _ in 0..<4 { _ = number(); if bytes[index] == 59 { index += 1 } }
            case UInt8(ascii: "#"):
                color = number()
                guard bytes[index] == 59 else { continue }
                var parts: [Int] = []
                while bytes[index] == 59 { index += 1; parts.append(number()) }
                palette[color] = parts[1...].map { UInt8($0 * 255 / 100) } + [255]
            case UInt8(ascii: "!"):
                let count = number()
                put(bytes[index], count)
                index += 1
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, y) = (0, y + 6)
            default: put(byte, 1)
            }
        }
        return PixelPicture(size: size, fileSize: size, bytes: output)!
    }

    @Test("Sixels differ from the picture by at most 0.04 and end above the last row")
    func error() {
        let picture = landscape(180, 120)
        let bytes = Sixel.bytes(picture)
        #expect(difference(drawn(bytes, picture.size), picture) < 0.04)
        let cut = String(decoding: Sixel.bytes(landscape(20, 17)), as: UTF8.self)
        #expect(cut.hasPrefix("\u{1B}P0;1;0q\"1;1;20;12#0;2;") && cut.hasSuffix("-\u{1B}\\"))
        #expect(cut.filter { $0 == "-" }.count == 2)
    }

    @Test("Transparent pixels are not painted")
    func transparency() {
        let size = PixelSize(width: 2, height: 6)
        let bytes = [UInt8]((0..<6).flatMap { _ in [200, 30, 40, 255, 200, 30, 40, 0] })
        let text = String(
            decoding: Sixel.bytes(PixelPicture(size: size, fileSize: size, bytes: bytes)!), as: UTF8.self)
        // The first column has ink in all six rows, the second in none.
        #expect(text.hasSuffix("#0~?$-\u{1B}\\"))
    }

    @Test("A palette has no more colours than requested, and a plain picture has one")
    func palette() {
        let (colors, indices) = MedianCut.palette(of: landscape(90, 60), limit: 32)
        #expect(colors.count == 32 && indices.count == 90 * 60 && indices.allSatisfy { $0 < 32 })
        let size = PixelSize(width: 2, height: 2)
        let plain = PixelPicture(size: size, fileSize: size, bytes: [UInt8](repeating: 77, count: 16))!
        #expect(MedianCut.palette(of: plain, limit: 256).colors == [PixelColor(red: 77, green: 77, blue: 77)])
    }
}
