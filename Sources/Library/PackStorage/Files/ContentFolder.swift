import Basics
import CSystem
import Glibc
import HTTPCache

/// The folder of packed contents: one file per content, named by its digest.
///
/// A file whose name is not in the database has no meaning; `removeAll(except:)` deletes it.
struct ContentFolder: Sendable {
    let path: String

    init(path: String) throws(PackStoreError) {
        self.path = path
        guard mkdir(path, 0o700) != 0 else { return }
        let problem = errno
        guard problem == EEXIST || access(path, R_OK) == 0 else {
            throw .file(path: path, reason: SystemError.words(problem))
        }
    }

    func file(of digest: BodyDigest) -> String { "\(path)/\(digest)" }

    /// Returns the content; nil if it has no file.
    func bytes(of digest: BodyDigest) -> [UInt8]? {
        try? BoundedFile(file(of: digest), atMost: .max).bytes
    }

    /// True if the file's content matches its name: after a power cut it may be short or hold zeroes.
    func isIntact(_ digest: BodyDigest, size: Int64) -> Bool {
        guard let bytes = bytes(of: digest), Int64(bytes.count) == size else { return false }
        return BodyDigest(of: bytes) == digest
    }

    // MARK: - Writing

    /// Writes a content into its file, and returns the digest that names it, or a free digest if another content has the
    /// same one.
    ///
    /// - Parameter part: a file with the same bytes, which moves here.
    func store(_ body: [UInt8], _ digest: BodyDigest, part: String?) throws(PackStoreError) -> BodyDigest {
        var digest = digest
        while access(file(of: digest), F_OK) == 0 {
            if bytes(of: digest) == body { return digest }
            digest = BodyDigest(high: digest.high, low: digest.low &+ 1)
        }
        let file = file(of: digest)
        guard let part else {
            try write(body, to: file)
            return digest
        }
        guard rename(part, file) == 0 else { throw .file(path: file, reason: SystemError.words()) }
        return digest
    }

    private func write(_ body: [UInt8], to file: String) throws(PackStoreError) {
        do throws(NewFile.Failure) {
            try NewFile.write(body, to: file, mode: 0o600)
        } catch {
            throw error.number == ENOSPC
                ? PackStoreError.full : .file(path: file, reason: SystemError.words(error.number))
        }
    }

    /// Waits until all files and their names have reached the disk. One call for the whole file system: a call for
    /// each file would flush the disk as often as there are files.
    func sync() -> Bool {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return csystem_sync_file_system(folder) == 0
    }

    // MARK: - Removing

    func removeAll(except kept: Set<String> = []) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let item = readdir(folder) {
            let name = FolderEntry.name(of: item)
            if !name.hasPrefix("."), !kept.contains(name) { unlink("\(path)/\(name)") }
        }
    }
}

/// The origin of the content to store.
package enum ContentSource: Equatable, Sendable {
    /// The given bytes alone.
    case memory
    /// The address's part has the same bytes; it becomes the content's file.
    case part
}
