import FeedModel
import FeedRefresh
import ReaderUI
import Synchronization

/// Pictures whose servers forbid storing them; memory keeps them while the reader is open.
final class LoosePictures: Sendable {
    /// Largest total size, in bytes; the oldest pictures are dropped.
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

extension ServiceControl: PictureLoader {
    /// Largest number of pictures loaded at once.
    private static let picturesAtOnce = 4

    package func bytes(of address: String) throws -> [UInt8]? {
        if let bytes = try packedPictures?.bytes(of: address) { return bytes }
        return try loosePictures.bytes(of: address) ?? service().bytes(of: address)
    }

    package func load(_ addresses: [String], kilobytes: Int, _ sink: @escaping Sink) {
        let task = start(sink) { [loosePictures] service in
            await withTaskGroup(of: Void.self) { group in
                var rest = addresses[...]
                var running = 0
                while let address = rest.popFirst() {
                    if running == Self.picturesAtOnce {
                        await group.next()
                        running -= 1
                    }
                    guard !Task.isCancelled else { break }
                    running += 1
                    group.addTask {
                        switch await service.loadPicture(address, limit: kilobytes << 10) {
                        case .bytes(let bytes):
                            if (try? service.bytes(of: address)) == nil {
                                loosePictures.keep(bytes, of: address)
                            }
                            sink(.pictureStored(address))
                        case .failed(let reason): sink(.pictureFailed(address, reason))
                        }
                    }
                }
            }
        }
        keep(picturesTask: task)
    }
}
