import Dispatch
package import FeedModel
import PictureArt
package import PictureDecoding
import ReaderUI
import Screen
import Synchronization

import struct FoundationEssentials.Date

/// Loads pictures into the cache so that they can be shown.
package protocol PictureLoader: PictureStore {
    /// Returns at once; the sink receives `pictureStored` or `pictureFailed` for each picture.
    func load(_ addresses: [String], kilobytes: Int, _ sink: @escaping Sink)
}

/// Shows pictures: finds them in the store, lets the sandboxed process decode them and turns them into cells. It
/// handles one picture at a time, on its own queue; keys never wait for it.
package final class PictureShow: Sendable {
    private let loader: any PictureLoader
    private let decoder: PictureDecoder
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.pictures", qos: .utility)
    private let work = Mutex(Work())

    private struct Work {
        /// The method of showing pictures; set once the first picture is requested.
        var way: PictureWay?
        /// The requests; the newest come first.
        var wishes: [PictureWish] = []
        var isRunning = false
        /// The pictures that the terminal keeps, by address and space.
        var ids: [PictureWish: Placeholders.ID] = [:]
        var nextID = Placeholders.ID.random()
        /// Bytes to send to the terminal before the next frame.
        var outgoing: [UInt8] = []
        var sixel: (wish: PictureWish, size: Size, bytes: [UInt8])?
        var isUnavailable = false
    }

    package init(loader: any PictureLoader, mailbox: Mailbox, decoder: PictureDecoder = PictureDecoder()) {
        (self.loader, self.mailbox, self.decoder) = (loader, mailbox, decoder)
    }

    // MARK: - On the main thread

    /// Sets the method of showing pictures; reports pictures shown with another method as outdated.
    func use(_ way: PictureWay) {
        let isChange = work.withLock { work in
            defer { work.way = way }
            guard let before = work.way else { return false }
            return before.cells != way.cells || before.cell != way.cell
        }
        if isChange { mailbox.put(.picturesOutdated) }
    }

    func show(_ wishes: [PictureWish], keeping kept: Set<String>) {
        let starts = work.withLock { work in
            let wanted = kept.union(wishes.map(\.address))
            for (wish, id) in work.ids where !wanted.contains(wish.address) {
                work.outgoing += Placeholders.deletion(id, inTmux: work.way?.inTmux == true)
                work.ids[wish] = nil
            }
            let rest = work.wishes.filter { kept.contains($0.address) && !wishes.contains($0) && !$0.isBig }
            work.wishes = wishes + rest
            guard !work.isRunning, !work.wishes.isEmpty else { return false }
            work.isRunning = true
            return true
        }
        if starts { queue.async { [self] in run() } }
    }

    func load(_ addresses: [String], kilobytes: Int) {
        loader.load(addresses, kilobytes: kilobytes) { [mailbox] in mailbox.put($0) }
    }

    /// Returns the bytes to send to the terminal before the next frame.
    func dequeueOutgoing() -> [UInt8] {
        work.withLock { work in
            defer { work.outgoing = [] }
            return work.outgoing
        }
    }

    /// Returns the sixels of the big picture, to be painted once over the frame that reserves its space.
    func dequeueSixel(of address: String) -> (size: Size, bytes: [UInt8])? {
        work.withLock { work in
            guard let sixel = work.sixel, sixel.wish.address == address else { return nil }
            work.sixel = nil
            return (sixel.size, sixel.bytes)
        }
    }

    /// Returns a stored picture as a `data:` address (RFC 2397), to embed it in a saved page; nil if it is not stored.
    func dataAddress(of address: String) -> String? {
        guard let bytes = try? loader.bytes(of: address), let type = PictureFormat(of: bytes)?.mimeType else {
            return nil
        }
        return "data:\(type);base64," + String(decoding: Placeholders.base64(bytes[...]), as: UTF8.self)
    }

    /// Returns the bytes that make the terminal delete all pictures.
    func deletionBytes() -> [UInt8] {
        work.withLock { work in
            defer { work.ids = [:] }
            return work.ids.values.flatMap { Placeholders.deletion($0, inTmux: work.way?.inTmux == true) }
        }
    }

    // MARK: - On the queue

    private func run() {
        while let (wish, way) = next() {
            guard let outcome = outcome(of: wish, way) else { continue }
            mailbox.put(.picture(wish, outcome))
            if way.cells == .placeholders, !way.inTmux {
                queue.asyncAfter(deadline: .now() + Self.redrawDelay) { [self] in redraw() }
            }
        }
    }

    /// The time from a picture's frame to the output that makes the terminal draw it (default 0.2 s).
    private static let redrawDelay = 0.2

    private func redraw() {
        work.withLock { $0.outgoing += Placeholders.redraw }
        mailbox.put(.tick(Date()))
    }

    private func next() -> (PictureWish, PictureWay)? {
        work.withLock { work in
            guard let way = work.way, !work.wishes.isEmpty, !work.isUnavailable else {
                work.isRunning = false
                return nil
            }
            return (work.wishes.removeFirst(), way)
        }
    }

    private func outcome(of wish: PictureWish, _ way: PictureWay) -> PictureOutcome? {
        // A store that cannot be read now does not mean that the picture is refused: loading it may still work.
        guard let bytes = try? loader.bytes(of: wish.address) else { return .missing }
        do {
            let pixels = PixelSize(
                width: wish.room.columns * way.cell.width, height: wish.room.rows * way.cell.height)
            let picture = try decoder.decode(bytes, within: pixels.limited(to: way.pixelLimit))
            return .shown(draw(picture, wish, way))
        } catch PictureError.noBox {
            work.withLock { $0.isUnavailable = true }
            mailbox.put(.picturesUnavailable("\(PictureError.noBox)"))
            return nil
        } catch {
            return .refused("\(error)")
        }
    }

    private func draw(_ decoded: PixelPicture, _ wish: PictureWish, _ way: PictureWay) -> PictureCells {
        let ground = wish.ground.map { color in
            let parts = color.components
            return PixelColor(red: parts.red, green: parts.green, blue: parts.blue)
        }
        let picture = Plate.color(for: decoded, on: ground).map(decoded.laid) ?? decoded
        let room = way.cells == .placeholders ? Placeholders.limited(wish.room) : wish.room
        let size = PictureSize.cells(for: decoded.fileSize, cell: way.cell, within: room)
        if wish.isBig, way.hasSixel {
            let target = PixelSize(width: size.columns * way.cell.width, height: size.rows * way.cell.height)
            let bytes = Sixel.bytes((ground.map(picture.laid) ?? picture).scaled(to: target))
            work.withLock { $0.sixel = (wish, size, bytes) }
            return PictureCells(size: size, cells: [])
        }
        switch way.cells {
        case .symbols:
            let palette = way.isDirect ? SymbolArt.Palette.direct : .indexed
            return PictureCells(size: size, cells: SymbolArt.cells(picture, size, palette, on: wish.ground))
        case .placeholders:
            let id = send(picture, wish, size, way)
            return PictureCells(
                size: size, cells: Placeholders.cells(id, size, isDirect: way.isDirect, on: wish.ground))
        }
    }

    private func send(_ picture: PixelPicture, _ wish: PictureWish, _ size: Size, _ way: PictureWay) -> Placeholders.ID
    {
        let (id, old) = work.withLock { work in
            let old = work.ids.updateValue(work.nextID, forKey: wish)
            defer { work.nextID = work.nextID.next }
            return (work.nextID, old)
        }
        var bytes = old.map { Placeholders.deletion($0, inTmux: way.inTmux) } ?? []
        bytes += Placeholders.transmission(picture, id, size, inTmux: way.inTmux)
        work.withLock { $0.outgoing += bytes }
        return id
    }
}

extension PixelSize {
    /// Returns a size with the same proportions and at most `pixels` pixels.
    fileprivate func limited(to pixels: Int) -> PixelSize {
        let count = width * height
        guard count > pixels else { return self }
        let share = (Double(pixels) / Double(count)).squareRoot()
        return PixelSize(width: max(1, Int(Double(width) * share)), height: max(1, Int(Double(height) * share)))
    }
}
