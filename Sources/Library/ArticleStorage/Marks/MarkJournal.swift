import Basics
package import FeedModel
import GRDB
import Glibc
import Synchronization

/// Writes marks to a file beside the library before they appear on the screen, so that none is lost if the process is
/// killed or the library is locked.
///
/// Each process that gives marks has its own journal and holds a lock on it (`flock`) while it runs. The next process
/// that opens the library applies the journals that no process has locked. Written bytes survive `kill -9`; a power cut
/// may lose the last ones, as with the library.
package final class MarkJournal: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var lastNumber: Int64 = 0
        /// Numbers of marks that the library does not have yet.
        var pending: Set<Int64> = []
    }

    /// The library's setting that holds the number of the journal's last applied mark.
    let setting: String
    private let path: String
    private let state = Mutex(State())

    /// Creates no file before the first mark.
    package init(of store: ArticleStore) {
        let name = "\(getpid())-\(UInt32.random(in: .min ... .max))"
        path = "\(store.home)\(Self.suffix)\(name)"
        setting = Self.settingPrefix + name
    }

    deinit {
        close()
    }

    static let suffix = "-marks-"
    static let settingPrefix = "markJournal."

    /// Returns the mark's number; nil if the file cannot be written (no permission, disk full).
    package func append(_ mark: Mark, on ids: [ArticleID]) -> Int64? {
        state.withLock { state in
            guard openFile(&state) else { return nil }
            let number = state.lastNumber + 1
            let line = Array(JournaledMark(number: number, mark: mark, ids: ids).line.utf8)
            let end = lseek(state.descriptor, 0, SEEK_END)
            guard write(state.descriptor, line, line.count) == line.count else {
                // A half-written line would make the next one unreadable.
                if end >= 0 { ftruncate(state.descriptor, end) }
                return nil
            }
            state.lastNumber = number
            state.pending.insert(number)
            return number
        }
    }

    /// Records that the library has the mark. Once it has all of them, empties the file.
    package func settle(_ number: Int64) {
        state.withLock { state in
            state.pending.remove(number)
            if state.pending.isEmpty, state.descriptor >= 0 { ftruncate(state.descriptor, 0) }
        }
    }

    /// The number of marks that only the journal has.
    package var pendingCount: Int {
        state.withLock { $0.pending.count }
    }

    /// True if the library may hold a record of this journal.
    package var wasUsed: Bool {
        state.withLock { $0.lastNumber > 0 }
    }

    /// Removes the file, unless the library lacks some of its marks.
    package func close() {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            if state.pending.isEmpty { unlink(path) }
            Glibc.close(state.descriptor)
            state.descriptor = -1
        }
    }

    private func openFile(_ state: inout State) -> Bool {
        guard state.descriptor < 0 else { return true }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            return false
        }
        state.descriptor = descriptor
        return true
    }
}

/// A line of a journal: number, mark, articles and a checksum, which detects a line that was cut off.
struct JournaledMark: Equatable {
    let number: Int64
    let mark: Mark
    let ids: [ArticleID]

    init(number: Int64, mark: Mark, ids: [ArticleID]) {
        self.number = number
        self.mark = mark
        self.ids = ids
    }

    var line: String {
        let text =
            "\(number) \(Self.name(of: mark)) \(mark.value ? 1 : 0) \(ids.map { String($0.rawValue) }.joined(separator: ","))"
        return "\(text) \(Self.checksum(text))\n"
    }

    /// Nil if the line is incomplete.
    init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let number = Int64(parts[0], within: 1 ... .max),
            String(parts[4]) == Self.checksum(parts[..<4].joined(separator: " "))
        else { return nil }
        let value = parts[2] == "1"
        switch parts[1] {
        case "isRead": mark = .read(value)
        case "isStarred": mark = .starred(value)
        default:
            guard let name = Self.tag(named: parts[1]) else { return nil }
            mark = .tagged(name, value)
        }
        self.number = number
        ids = parts[3].split(separator: ",").compactMap { Int64($0, within: .min ... .max) }.map {
            ArticleID(rawValue: $0)
        }
    }

    private static let tagPrefix = "tag:"

    /// The mark's name in a line, which has no space: a tag in percent-encoding.
    private static func name(of mark: Mark) -> String {
        guard case .tagged(let name, _) = mark else { return mark.column ?? "" }
        return tagPrefix + PercentEncoding.encoded(name, keeping: .unreserved)
    }

    private static func tag(named text: some StringProtocol) -> String? {
        guard text.hasPrefix(tagPrefix) else { return nil }
        return String(decoding: PercentEncoding.decoded(text.dropFirst(tagPrefix.count)), as: UTF8.self)
    }

    private static func checksum(_ text: String) -> String {
        var hash = Fingerprint()
        hash.add(text)
        return String(hash.value, radix: 36)
    }
}
