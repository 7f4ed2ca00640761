import Glibc

/// Waits for writes to the files of a folder: the kernel reports them (inotify).
final class FolderWatch: Sendable {
    private let descriptor: Int32

    init(_ path: String) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        _ = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_CREATE))
    }

    deinit {
        close(descriptor)
    }

    /// Returns false if there was none for 20 seconds.
    func waitForWrite() -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 20_000) > 0 else { return false }
        var reports = [UInt8](repeating: 0, count: 4_096)
        return read(descriptor, &reports, reports.count) > 0
    }
}
