import Basics
import Glibc

/// Appends to a part, and reports each MiB that has reached the disk.
package struct PartWriter: ~Copyable {
    /// In bytes: the most that a power cut loses (1 MiB).
    private static let syncStep: Int64 = 1 << 20

    private let descriptor: Int32
    private let path: String
    package private(set) var length: Int64
    private var synced: Int64

    /// - Parameter offset: the number of stored bytes to keep.
    package init(_ folder: PartFolder, _ address: AddressID, from offset: Int64) throws(PackStoreError) {
        path = folder.file(of: address)
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (offset == 0 ? O_TRUNC : O_APPEND), 0o600)
        guard descriptor >= 0 else { throw .file(path: path, reason: SystemError.words()) }
        length = offset
        synced = offset
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: the number of bytes that have reached the disk, if it has changed.
    package mutating func append(_ bytes: [UInt8]) throws(PackStoreError) -> Int64? {
        if let problem = WholeWrite.write(bytes, to: descriptor) {
            throw problem == ENOSPC ? .full : .file(path: path, reason: SystemError.words(problem))
        }
        length += Int64(bytes.count)
        let mark = length / Self.syncStep * Self.syncStep
        guard mark > synced, fdatasync(descriptor) == 0 else { return nil }
        synced = mark
        return mark
    }

    /// Waits until all bytes have reached the disk.
    package func sync() {
        fdatasync(descriptor)
    }
}
