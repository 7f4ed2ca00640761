import Glibc

/// Reports that this process or another wrote to the library, without polling: the kernel reports writes to the
/// database and its write-ahead log (inotify).
package final class LibraryWatch: Sendable {
    /// The descriptor is readable after a write.
    package let descriptor: Int32
    private let name: String

    /// Nil if the system does not grant a watch (all of `fs.inotify.max_user_instances` are taken).
    package init?(of store: ArticleStore) {
        let location = LibraryLocation(store.path)
        name = location.name
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)
        guard inotify_add_watch(descriptor, location.folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        close(descriptor)
    }

    /// Reads all reports; returns true if one of them is about the library, not another file in its folder.
    package func drain() -> Bool { drain(and: nil).library }

    /// Reads all reports; returns true for each of the two databases in the library's folder that one is about.
    package func drain(and other: String?) -> (library: Bool, other: Bool) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var written: Set<String> = []
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            written.formUnion(names(in: buffer.prefix(count)))
        }
        func concerns(_ database: String) -> Bool { written.contains(database) || written.contains(database + "-wal") }
        return (concerns(name), other.map(concerns) ?? false)
    }

    /// Each report has a header of 16 bytes, whose last four hold the length of the name after it (inotify(7)).
    private func names(in bytes: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = bytes
        while rest.count >= Self.headSize {
            let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            let name = rest.dropFirst(Self.headSize).prefix(length).prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(Self.headSize + length)
        }
        return names
    }

    private static let headSize = 16
}
