import Basics
import Glibc
import SQLiteAccess

/// The copy of a damaged library that its repair keeps.
final class DamagedCopy {
    /// The copy's path; until it is filled, the path to try first.
    private(set) var path: String
    private let library: String
    private(set) var isFilled = false
    /// True once the repair has changed the library's file: from then on only the copy has its earlier state.
    private(set) var isOnly = false
    private var undo: (() -> Bool)?

    init(of library: String) {
        self.library = library
        path = "\(library)\(Self.suffix)\(time(nil))"
    }

    /// Copies the library and its log, once. Blocks that the disk cannot read are zeros. The copy has reached the disk
    /// when this returns: after a power cut it may be all that is left of the library's earlier state.
    ///
    /// - Parameter file: the library, which stays open: closing it would release this process's locks on it.
    func fill(from file: Int32) throws {
        guard !isFilled else { return }
        let new = try create()
        isFilled = true
        try copy(file, to: new)
        defer { FileReplacement.syncFolder(of: path) }
        let log = open(library + "-wal", O_RDONLY | O_CLOEXEC)
        guard log >= 0 else { return }
        defer { close(log) }
        let newLog = open(path + "-wal", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard newLog >= 0 else { throw failure(errno) }
        try copy(log, to: newLog)
    }

    /// Creates the file under an unused name, since another process may make its own copy in the same second.
    private func create() throws -> Int32 {
        let first = path
        var number = 1
        while true {
            let new = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard new < 0 else { return new }
            guard errno == EEXIST else { throw failure(errno) }
            number += 1
            path = "\(first)-\(number)"
        }
    }

    /// Deletes the copy if it was filled; otherwise a file of its name belongs to another repair.
    func remove() {
        guard isFilled else { return }
        for suffix in ["", "-wal"] { unlink(path + suffix) }
    }

    /// The path of the newest copy that another repair has kept; nil if there is none.
    var newestOther: String? {
        LibraryLocation(library).files(suffix: Self.suffix).filter { !$0.hasSuffix("-wal") && $0 != path }
            .max { LibraryLocation.lastWrite(to: $0) < LibraryLocation.lastWrite(to: $1) }
    }

    private static let suffix = ".damaged-"

    // MARK: - Changes of the library's file

    /// - Parameter undo: restores the earlier state of the file; returns false if it cannot.
    func noteChange(undo: @escaping () -> Bool) {
        isOnly = true
        let earlier = self.undo
        self.undo = { undo() && earlier?() ?? true }
    }

    /// Records that nothing can restore the file any more.
    func keepChange() { undo = nil }

    func undoChange() {
        guard let undo else { return }
        isOnly = !undo()
        self.undo = nil
    }

    // MARK: - Copying

    /// The bytes that are copied at once (1 MiB).
    private static let piece = 1 << 20

    /// Syncs and closes the target.
    private func copy(_ source: Int32, to target: Int32) throws {
        var status = stat()
        var problem: Int32? = fstat(source, &status) == 0 ? nil : errno
        var position = 0
        while problem == nil, position < status.st_size {
            var bytes: [UInt8] = []
            let end = min(status.st_size, position + Self.piece)
            problem = FailingDisk.read(source, from: position, to: end, into: &bytes)
            if problem == nil { problem = WholeWrite.write(bytes, to: target) }
            position = end
        }
        if problem == nil, fsync(target) != 0 { problem = errno }
        problem = WholeWrite.close(target, after: problem)
        if let problem { throw failure(problem) }
    }

    private func failure(_ problem: Int32) -> ArticleStoreError {
        let fault = problem == ENOSPC ? DatabaseFault.full : .unopenable
        return .database(fault, message: "no copy can be made at \(path): \(SystemError.words(problem))")
    }
}
