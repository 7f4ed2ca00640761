import Basics
import Glibc

/// The folder of files that are being fetched: one file per address, appended to as its bytes arrive.
package struct PartFolder: Sendable {
    /// The age at which an unneeded part is removed, in seconds (7 days).
    static let maximumAge = 7.0 * 86_400

    package let path: String

    init(path: String) throws(PackStoreError) {
        self.path = path
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .file(path: path, reason: SystemError.words())
        }
    }

    func file(of address: AddressID) -> String { "\(path)/\(address.rawValue)" }

    package func length(of address: AddressID) -> Int64 {
        var status = stat()
        return stat(file(of: address), &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Returns all stored bytes of a part.
    package func bytes(of address: AddressID) throws(PackStoreError) -> [UInt8] {
        let path = file(of: address)
        do throws(BoundedFile.Problem) {
            return try BoundedFile(path, atMost: .max).bytes
        } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }

    func truncate(_ address: AddressID, to length: Int64) {
        _ = Glibc.truncate(file(of: address), off_t(length))
    }

    package func remove(_ address: AddressID) {
        unlink(file(of: address))
    }

    func removeAll() {
        all().forEach { remove($0.address) }
    }

    struct Entry {
        var address: AddressID
        var length: Int64
        /// The time since the last write, in seconds.
        var age: Double
    }

    func all() -> [Entry] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        let now = Double(time(nil))
        var entries: [Entry] = []
        while let item = readdir(folder) {
            let name = FolderEntry.name(of: item)
            guard let number = Int64(name) else { continue }
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0 else { continue }
            entries.append(
                Entry(
                    address: AddressID(rawValue: number), length: Int64(status.st_size),
                    age: now - Double(status.st_mtim.tv_sec)))
        }
        return entries
    }
}
