import Dispatch
package import FeedModel
import PictureArt
import PictureDecoding
import ReaderUI
import Screen
import Synchronization

import struct FoundationEssentials.Date

/// Shows pictures: finds them in the store, lets the sandboxed process decode them and turns them into cells. It
/// handles one picture at a time, on its own queue; keys never wait for it.
package final class PicturePresenter: Sendable {
    private let loader: any PictureLoader
    private let decoder = PictureDecoder()
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.pictures", qos: .utility)
    private let work = Mutex(Work())

    private struct Work {
        /// The terminal's support for pictures; set once the first picture is requested.
        var support: PictureSupport?
        /// The requests; the newest come first.
        var requests: [PictureRequest] = []
        var isRunning = false
        /// The pictures that the terminal keeps, by address and space.
        var ids: [PictureRequest: Placeholders.ID] = [:]
        var nextID = Placeholders.ID.random()
        /// Bytes to send to the terminal before the next frame.
        var outgoing: [UInt8] = []
        var sixel: (request: PictureRequest, size: Size, bytes: [UInt8])?
        var isUnavailable = false
    }

    package init(loader: any PictureLoader, mailbox: Mailbox) {
        (self.loader, self.mailbox) = (loader, mailbox)
    }

    // MARK: - On the main thread

    /// Sets the support; reports pictures shown with other support as outdated.
    func use(_ support: PictureSupport) {
        let isChange = work.withLock { work in
            defer { work.support = support }
            guard let before = work.support else { return false }
            return before.cells != support.cells || before.cell != support.cell
        }
        if isChange { mailbox.put(.picturesOutdated) }
    }

    func show(_ requests: [PictureRequest], keeping kept: Set<String>) {
        let starts = work.withLock { work in
            let wanted = kept.union(requests.map(\.address))
            for (request, id) in work.ids where !wanted.contains(request.address) {
                work.outgoing += Placeholders.deletion(id, inTmux: work.support?.inTmux == true)
                work.ids[request] = nil
            }
            let rest = work.requests.filter { kept.contains($0.address) && !requests.contains($0) && !$0.isBig }
            work.requests = requests + rest
            guard !work.isRunning, !work.requests.isEmpty else { return false }
            work.isRunning = true
            return true
        }
        if starts { queue.async { [self] in run() } }
    }

    func load(_ addresses: [String], of feed: SubscriptionID?, kilobytes: Int) {
        loader.load(addresses, of: feed, kilobytes: kilobytes) { [mailbox] in mailbox.put($0) }
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
            guard let sixel = work.sixel, sixel.request.address == address else { return nil }
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
            return work.ids.values.flatMap { Placeholders.deletion($0, inTmux: work.support?.inTmux == true) }
        }
    }

    // MARK: - On the queue

    private func run() {
        while let (request, support) = next() {
            guard let outcome = outcome(of: request, support) else { continue }
            mailbox.put(.picture(request, outcome))
            if support.cells == .placeholders, !support.inTmux {
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

    private func next() -> (PictureRequest, PictureSupport)? {
        work.withLock { work in
            guard let support = work.support, !work.requests.isEmpty, !work.isUnavailable else {
                work.isRunning = false
                return nil
            }
            return (work.requests.removeFirst(), support)
        }
    }

    private func outcome(of request: PictureRequest, _ support: PictureSupport) -> PictureOutcome? {
        // A store that cannot be read now does not mean that the picture is refused: loading it may still work.
        guard let bytes = try? loader.bytes(of: request.address) else { return .missing }
        do {
            let pixels = PixelSize(
                width: request.room.columns * support.cell.width, height: request.room.rows * support.cell.height)
            let picture = try decoder.decode(bytes, within: pixels.limited(to: support.pixelLimit))
            return .shown(draw(picture, request, support))
        } catch PictureError.noBox {
            work.withLock { $0.isUnavailable = true }
            mailbox.put(.picturesUnavailable("\(PictureError.noBox)"))
            return nil
        } catch {
            return .refused("\(error)")
        }
    }

    private func draw(_ decoded: PixelPicture, _ request: PictureRequest, _ support: PictureSupport) -> PictureCells {
        let ground = request.ground.map { color in
            let parts = color.components
            return PixelColor(red: parts.red, green: parts.green, blue: parts.blue)
        }
        let picture = PictureBackground.color(for: decoded, on: ground).map(decoded.laid) ?? decoded
        let room = support.cells == .placeholders ? Placeholders.limited(request.room) : request.room
        let size = PictureSize.cells(for: decoded.fileSize, cell: support.cell, within: room)
        if request.isBig, support.hasSixel {
            let target = PixelSize(width: size.columns * support.cell.width, height: size.rows * support.cell.height)
            let bytes = Sixel.bytes((ground.map(picture.laid) ?? picture).scaled(to: target))
            work.withLock { $0.sixel = (request, size, bytes) }
            return PictureCells(size: size, cells: [])
        }
        switch support.cells {
        case .symbols:
            let palette = support.isDirect ? SymbolArt.Palette.direct : .indexed
            return PictureCells(size: size, cells: SymbolArt.cells(picture, size, palette, on: request.ground))
        case .placeholders:
            let id = send(picture, request, size, support)
            return PictureCells(
                size: size, cells: Placeholders.cells(id, size, isDirect: support.isDirect, on: request.ground))
        }
    }

    private func send(_ picture: PixelPicture, _ request: PictureRequest, _ size: Size, _ support: PictureSupport)
        -> Placeholders.ID
    {
        let (id, old) = work.withLock { work in
            let old = work.ids.updateValue(work.nextID, forKey: request)
            defer { work.nextID = work.nextID.next }
            return (work.nextID, old)
        }
        var bytes = old.map { Placeholders.deletion($0, inTmux: support.inTmux) } ?? []
        bytes += Placeholders.transmission(picture, id, size, inTmux: support.inTmux)
        work.withLock { $0.outgoing += bytes }
        return id
    }
}

/// Loads pictures into the cache so that they can be shown.
package protocol PictureLoader: PictureStore {
    /// Returns at once; the sink receives `pictureStored` or `pictureFailed` for each picture.
    ///
    /// - Parameter feed: the feed of the article that has the pictures.
    func load(_ addresses: [String], of feed: SubscriptionID?, kilobytes: Int, _ sink: @escaping Sink)
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
