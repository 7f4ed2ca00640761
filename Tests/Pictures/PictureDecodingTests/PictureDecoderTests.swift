import Foundation
import PictureArt
import Testing

@testable import PictureDecoding

/// The decoder with its real process: the built `lede`.
@Suite(.serialized) struct PictureDecoderTests {
    private static let decoder = PictureDecoder(program: program, seconds: 60)
    private static let room = PixelSize(width: 640, height: 400)
    private static let smallRoom = PixelSize(width: 300, height: 200)
    private static let painting = Painting(width: 450, height: 300)

    private static let program: String = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        while folder.path != "/",
            !FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("lede").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder.appendingPathComponent("lede").path
    }()

    @Test(
        "Pictures of each format are decoded and scaled, and look the same", arguments: Painting.Format.allCases,
        [false, true])
    func formats(_ format: Painting.Format, _ variant: Bool) throws {
        let painting = Self.painting
        let picture = try Self.decoder.decode(painting.file(format, variant: variant), within: Self.smallRoom)
        #expect(picture.fileSize == PixelSize(width: 450, height: 300))
        #expect(picture.size == PixelSize(width: 300, height: 200))
        for (x, y) in [(0.1..<0.3, 0.05..<0.2), (0.6..<0.9, 0.1..<0.4), (0.2..<0.5, 0.8..<0.95)] {
            let shown = Painting.mean(of: picture.bytes, picture.size.width, picture.size.height, x, y)
            for (a, b) in zip(shown, painting.mean(x, y)) { #expect(abs(a - b) < (format == .gif ? 14 : 4)) }
        }
    }

    @Test("A small picture is not enlarged, and one pixel is enough")
    func sizes() throws {
        for (width, height) in [(1, 1), (7, 3), (640, 400), (2000, 2), (2, 2000)] {
            let file = Painting(width: width, height: height).file(.png)
            let picture = try Self.decoder.decode(file, within: Self.room)
            #expect(picture.size.width <= min(width, 640) && picture.size.height <= min(height, 400))
            #expect(width > 640 || height > 400 || picture.size == PixelSize(width: width, height: height))
        }
    }

    @Test("Transparent pixels stay transparent and do not darken their neighbours")
    func transparency() throws {
        var bytes: [UInt8] = []
        for index in 0..<100 * 100 { bytes += index % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 0, 0] }
        let file = Painting(rgba: bytes, width: 100, height: 100).file(.png)
        let picture = try Self.decoder.decode(file, within: PixelSize(width: 10, height: 10))
        #expect(picture.bytes.prefix(4).map { $0 } == [255, 0, 0, 127])
    }

    @Test(
        "A picture is rotated as its camera was held, and the limits apply to the rotated picture",
        arguments: [Painting.Format.jpeg, .png, .webp])
    func orientation(_ format: Painting.Format) throws {
        // A TIFF head and a table with one entry: the first row is on the right (orientation 6).
        let exif: [UInt8] =
            Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
        var file = Self.painting.file(format)
        switch format {
        case .jpeg: file.insert(contentsOf: [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + exif, at: 2)
        case .png: file.insert(contentsOf: [0, 0, 0, 26] + Array("eXIf".utf8) + exif + [0, 0, 0, 0], at: 33)
        case .webp: file += Array("EXIF".utf8) + [26, 0, 0, 0] + exif
        case .gif: break
        }
        let picture = try Self.decoder.decode(file, within: Self.smallRoom)
        #expect(picture.fileSize == PixelSize(width: 300, height: 450))
        #expect(picture.size == PixelSize(width: 133, height: 200))
        let shown = Painting.mean(of: picture.bytes, 133, 200, 0.8..<0.95, 0.1..<0.3)
        for (a, b) in zip(shown, Self.painting.mean(0.1..<0.3, 0.05..<0.2)) { #expect(abs(a - b) < 4) }
    }

    @Test("A truncated file shows its received part; one without pixels is refused")
    func cut() throws {
        let painting = Self.painting
        for format in [Painting.Format.jpeg, .png, .gif] {
            let file = painting.file(format)
            let half = try Self.decoder.decode(Array(file.prefix(file.count / 2)), within: Self.smallRoom)
            #expect(half.size == PixelSize(width: 300, height: 200))
            let top = (0.1..<0.9, 0.05..<0.2)
            let shown = Painting.mean(of: half.bytes, 300, 200, top.0, top.1)
            for (a, b) in zip(shown, painting.mean(top.0, top.1)) { #expect(abs(a - b) < 14) }
            #expect(throws: PictureError.refused) {
                try Self.decoder.decode(Array(file.prefix(20)), within: Self.room)
            }
        }
    }

    @Test("An encoded picture looks the same, and its transparent pixels are white")
    func encoding() throws {
        let painting = Self.painting
        let picture = try Self.decoder.decode(painting.file(.webp), within: Self.smallRoom)
        let file = try #require(picture.jpeg())
        #expect(PictureFormat(of: file) == .jpeg)
        let shown = try Self.decoder.decode(file, within: Self.room)
        #expect(shown.size == picture.size)
        for (x, y) in [(0.1..<0.3, 0.05..<0.2), (0.6..<0.9, 0.1..<0.4)] {
            let mean = Painting.mean(of: shown.bytes, shown.size.width, shown.size.height, x, y)
            for (a, b) in zip(mean, painting.mean(x, y)) { #expect(abs(a - b) < 4) }
        }
        let size = PixelSize(width: 16, height: 16)
        let clear = try #require(
            PixelPicture(size: size, fileSize: size, bytes: [UInt8](repeating: 0, count: 16 * 16 * 4)))
        let white = try Self.decoder.decode(#require(clear.jpeg()), within: Self.room)
        #expect(white.bytes.allSatisfy { $0 > 250 })
    }

    // MARK: - Sandbox

    @Test(
        "A forbidden system call ends the decoder with SIGSYS", .enabled(if: PictureDecoder.isSandboxed),
        arguments: ["open", "socket", "exec", "fork", "code"])
    func forbidden(_ deed: String) {
        #expect(throws: PictureError.died(SIGSYS)) { try Self.decoder.attempt(deed) }
    }

    @Test("An endless loop ends after 2 s of processor time or 3 s of real time")
    func loop() {
        let start = ContinuousClock.now
        #expect(throws: (any Error).self) { try PictureDecoder(program: Self.program).attempt("loop") }
        #expect(ContinuousClock.now - start < .seconds(4))
    }

    @Test("The decoder cannot allocate more memory than the limit", .enabled(if: PictureDecoder.isSandboxed))
    func memory() {
        #expect(throws: Never.self) { try Self.decoder.attempt("memory") }
    }

    // MARK: - Hostile files

    @Test(
        "Files of other formats are refused", arguments: ["", "GIF8", "<svg xmlns='x'/>", "\0\0\0 ftypavif"])
    func unknown(_ text: String) {
        #expect(throws: PictureError.refused) { try Self.decoder.decode(Array(text.utf8), within: Self.room) }
    }

    @Test("A file over the limit is not passed to the decoder")
    func tooLarge() {
        let file = [UInt8](repeating: 0xFF, count: PictureDecoder.fileLimit + 1)
        #expect(throws: PictureError.tooLarge) { try Self.decoder.decode(file, within: Self.room) }
    }

    /// Returns a PNG head that declares a size, with nothing after it.
    private static func png(claiming width: UInt32, _ height: UInt32) -> [UInt8] {
        var file = Painting(width: 1, height: 1).file(.png)
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        file.replaceSubrange(16..<24, with: bytes(width) + bytes(height))
        var crc: UInt32 = .max
        for byte in file[12..<29] {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        file.replaceSubrange(29..<33, with: bytes(~crc))
        return file
    }

    @Test("A size over the limits is refused before any pixel is read")
    func bombs() {
        var gif = Painting(width: 8, height: 8).file(.gif)
        let descriptor = 13 + 768 + 1 + 4
        gif.replaceSubrange(descriptor..<descriptor + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        var jpeg = Painting(width: 8, height: 8).file(.jpeg)
        let frame = jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }! + 5
        jpeg.replaceSubrange(frame..<frame + 4, with: [0xFF, 0xDC, 0xFF, 0xDC])
        for bomb in [Self.png(claiming: 30_000, 30_000), Self.png(claiming: 16_000, 16_000), gif, jpeg] {
            let start = ContinuousClock.now
            #expect(throws: PictureError.refused) { try Self.decoder.decode(bomb, within: Self.room) }
            #expect(ContinuousClock.now - start < .milliseconds(500))
        }
    }

    @Test("64 million pixels in a small file are shown row by row; an interlaced file is refused")
    func manyPixels() throws {
        let blank = Painting(
            rgba: [UInt8](repeating: 200, count: 4 * 8_000 * 7_000), width: 8_000, height: 7_000)
        let file = blank.file(.png)
        #expect(file.count < 2 << 20)
        let picture = try Self.decoder.decode(file, within: Self.room)
        #expect(picture.size.height == 400 && picture.bytes.prefix(3).map { $0 } == [200, 200, 200])
        guard PictureDecoder.isSandboxed else { return }
        let interlaced = blank.file(.png, variant: true)
        #expect(throws: PictureError.refused) { try Self.decoder.decode(interlaced, within: Self.room) }
    }

    /// Flips bytes, most of them near the head, and truncates some files.
    private static func mutated(_ file: [UInt8], _ random: inout Mutations) -> [UInt8] {
        var file = file
        for _ in 0..<[1, 5, 50, 500][random.next(4)] {
            let limit = random.next(2) == 0 ? file.count : min(file.count, 2_000)
            file[random.next(limit)] = UInt8(random.next(256))
        }
        return random.next(5) == 0 ? Array(file.prefix(random.next(file.count))) : file
    }

    @Test("Mutated files are shown or refused; none crashes the decoder or takes long")
    func mutations() {
        let isLong = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
        let painting = Painting(width: 240, height: 160)
        let files = Painting.Format.allCases.flatMap { format in
            [painting.file(format), painting.file(format, variant: true)]
        }
        var random = Mutations()
        var (shown, refused) = (0, 0)
        var worst = Duration.zero
        for index in 0..<(isLong ? 1_200 : 160) {
            let file = Self.mutated(files[index % files.count], &random)
            let start = ContinuousClock.now
            do throws(PictureError) {
                _ = try Self.decoder.decode(file, within: Self.room)
                shown += 1
            } catch {
                #expect(error == .refused, "file \(index) of \(files.count)")
                refused += 1
            }
            worst = max(worst, ContinuousClock.now - start)
        }
        if isLong { print("\(shown) shown, \(refused) refused, \(worst) at most") }
        #expect(shown > 20 && refused > 20)
        #expect(worst < .milliseconds(isLong ? 500 : 2_000))
    }
}

/// Random numbers that are the same in each run.
private struct Mutations {
    private var state: UInt64 = 3

    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return limit == 0 ? 0 : Int(state >> 33) % limit
    }
}

extension Painting {
    init(rgba: [UInt8], width: Int, height: Int) {
        (self.rgba, self.width, self.height) = (rgba, width, height)
    }
}

extension PictureDecoder {
    /// Makes the decoder's process try a forbidden action. Throws the outcome.
    fileprivate func attempt(_ action: String) throws(PictureError) {
        let words = [PictureBox.word, "1", "1", action]
        _ = try reply(to: [], words: words, limit: PixelSize(width: 1, height: 1))
    }
}
