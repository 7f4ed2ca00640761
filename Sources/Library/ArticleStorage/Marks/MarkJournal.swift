import Basics
package import FeedModel
import GRDB
import Glibc
import Synchronization

/// Marks on their way into the library, in a file beside it: a mark is there before it is on the screen, so that neither a
/// killed process nor a library that somebody else has locked loses it.
///
/// Each process that gives marks has a journal of its own and locks it (`flock`) while it lives. What stands in a journal that
/// nobody has locked is given to the library by the next process that opens it. Bytes that were written outlive `kill -9`; a
/// power cut may take the last ones, as it may with the library.
package final class MarkJournal: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var lastNumber: Int64 = 0
        /// Numbers of marks that are not in the library yet.
        var pending: Set<Int64> = []
    }

    /// Which setting of the library says up to which number the journal's marks are in it.
    let setting: String
    private let path: String
    private let state = Mutex(State())

    /// Nothing is created before the first mark.
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

    /// The mark's number; nil where the file cannot be written (no right to, disk full).
    package func append(_ mark: Mark, on ids: [ArticleID]) -> Int64? {
        state.withLock { state in
            guard openFile(&state) else { return nil }
            let number = state.lastNumber + 1
            let line = Array(JournaledMark(number: number, mark: mark, ids: ids).line.utf8)
            let end = lseek(state.descriptor, 0, SEEK_END)
            guard write(state.descriptor, line, line.count) == line.count else {
                // Half a line would hide the next one.
                if end >= 0 { ftruncate(state.descriptor, end) }
                return nil
            }
            state.lastNumber = number
            state.pending.insert(number)
            return number
        }
    }

    /// The mark is in the library. Once all are, the file is empty again.
    package func settle(_ number: Int64) {
        state.withLock { state in
            state.pending.remove(number)
            if state.pending.isEmpty, state.descriptor >= 0 { ftruncate(state.descriptor, 0) }
        }
    }

    /// Marks that only the journal has.
    package var pendingCount: Int {
        state.withLock { $0.pending.count }
    }

    /// Whether the library may remember something of this journal.
    package var wasUsed: Bool {
        state.withLock { $0.lastNumber > 0 }
    }

    /// Removes the file, unless there are marks in it that the library lacks.
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

/// A line of a journal: number, mark, articles and a checksum, for a line may be cut off.
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
        let (column, value) = mark.columnAndValue
        let text = "\(number) \(column) \(value ? 1 : 0) \(ids.map { String($0.rawValue) }.joined(separator: ","))"
        return "\(text) \(Self.checksum(text))\n"
    }

    /// Nil where the line is not whole.
    init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let number = Int64(parts[0], within: 1 ... .max),
            String(parts[4]) == Self.checksum(parts[..<4].joined(separator: " "))
        else { return nil }
        let value = parts[2] == "1"
        switch parts[1] {
        case "isRead": mark = .read(value)
        case "isStarred": mark = .starred(value)
        default: return nil
        }
        self.number = number
        ids = parts[3].split(separator: ",").compactMap { Int64($0, within: .min ... .max) }.map {
            ArticleID(rawValue: $0)
        }
    }

    private static func checksum(_ text: String) -> String {
        var hash = Fingerprint()
        hash.add(text)
        return String(hash.value, radix: 36)
    }
}
