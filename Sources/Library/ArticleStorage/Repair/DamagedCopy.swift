import Basics
import Glibc
import SQLiteAccess

/// The copy of a damaged library that its repair keeps.
final class DamagedCopy {
    let path: String
    private let library: String
    private var isFilled = false
    /// True once the repair has changed the file of the library: the copy alone has its earlier state then.
    var isOnly = false

    init(of library: String) {
        self.library = library
        let name = "\(library).damaged-\(time(nil))"
        var unused = name
        var number = 1
        while access(unused, F_OK) == 0 {
            number += 1
            unused = "\(name)-\(number)"
        }
        path = unused
    }

    /// Copies the library and its log, once.
    ///
    /// - Parameter file: the library, which stays open: closing it would release this process's locks on it.
    func fill(from file: Int32) throws {
        guard !isFilled else { return }
        isFilled = true
        lseek(file, 0, SEEK_SET)
        try copy(file, to: path)
        let log = open(library + "-wal", O_RDONLY | O_CLOEXEC)
        guard log >= 0 else { return }
        defer { close(log) }
        try copy(log, to: path + "-wal")
    }

    func remove() {
        for suffix in ["", "-wal"] { unlink(path + suffix) }
    }

    /// The bytes that are copied at once (1 MiB).
    private static let piece = 1 << 20

    private func copy(_ source: Int32, to target: String) throws {
        let new = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        var problem: Int32? = new < 0 ? errno : nil
        var isAtEnd = false
        while problem == nil, !isAtEnd {
            var bytes: [UInt8] = []
            problem = WholeRead.read(source, into: &bytes, piece: Self.piece, limit: Self.piece - 1)
            if problem == nil { problem = WholeWrite.write(bytes, to: new) }
            isAtEnd = bytes.isEmpty
        }
        // Some file systems report only now that they ran out of space.
        if new >= 0, close(new) != 0, problem == nil { problem = errno }
        guard let problem else { return }
        let fault = problem == ENOSPC ? DatabaseFault.full : .unopenable
        throw ArticleStoreError.database(
            fault, message: "no copy can be made at \(path): \(SystemError.words(problem))")
    }
}
