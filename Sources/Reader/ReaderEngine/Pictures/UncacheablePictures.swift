package import FeedModel
import FeedRefresh
import ReaderUI
import Synchronization

/// Pictures whose servers forbid storing them; they are kept in memory while the reader is open.
final class UncacheablePictures: Sendable {
    /// Maximum total size, in bytes; the oldest pictures are dropped.
    private static let limit = 8 << 20
    private let kept = Mutex<[(address: String, bytes: [UInt8])]>([])

    func keep(_ bytes: [UInt8], of address: String) {
        kept.withLock { kept in
            kept.removeAll { $0.address == address }
            kept.append((address, bytes))
            while kept.count > 1, kept.reduce(0, { $0 + $1.bytes.count }) > Self.limit { kept.removeFirst() }
        }
    }

    func bytes(of address: String) -> [UInt8]? {
        kept.withLock { kept in kept.first { $0.address == address }?.bytes }
    }
}

extension ServiceNetwork: PictureLoader {
    package func bytes(of address: String) throws -> [UInt8]? {
        if let bytes = try packedPictures?.bytes(of: address) { return bytes }
        return try uncacheablePictures.bytes(of: address) ?? service().bytes(of: address)
    }

    package func load(_ addresses: [String], of feed: SubscriptionID?, kilobytes: Int, _ sink: @escaping Sink) {
        let workers = withPictureQueue { $0.add(addresses, of: feed, kilobytes: kilobytes, sink) }
        for worker in workers {
            let end: @Sendable () -> Void = { [self] in withPictureQueue { $0.end(worker) } }
            let task = start(sink, atEnd: end) { [self] service in
                while !Task.isCancelled, let item = withPictureQueue({ $0.next(for: worker) }) {
                    await load(item, service)
                    withPictureQueue { $0.finish(item) }
                }
            }
            withPictureQueue { $0.attach(task, to: worker) }
        }
    }

    private func load(_ item: PictureQueue.Item, _ service: FeedService) async {
        switch await service.loadPicture(item.address, in: item.feed, limit: item.kilobytes << 10) {
        case .bytes(let bytes):
            if (try? service.bytes(of: item.address)) == nil { uncacheablePictures.keep(bytes, of: item.address) }
            item.sink(.pictureStored(item.address))
        case .failed(let reason): item.sink(.pictureFailed(item.address, reason))
        }
    }
}
