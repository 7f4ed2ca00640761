import Basics
import Glibc

/// The socket of a player, in a folder that only this user can enter.
struct PlayerSocket: Sendable {
    private let folder: String
    let path: String

    /// Maximum length of a socket's path, in bytes (`sun_path` has 108).
    private static let maximumPathLength = 107
    private static let name = "lede-player"

    /// Creates a private folder for the socket in the first usable parent folder; nil if none is usable.
    init?(in parents: [String]) {
        for parent in parents {
            let name = TemporaryName(Self.name, in: parent)
            guard parent.hasPrefix("/"), name.template.utf8.count + "/mpv".utf8.count <= Self.maximumPathLength else {
                continue
            }
            Self.removeOld(in: parent)
            guard let folder = name.makeFolder() else { continue }
            self.folder = folder
            path = folder + "/mpv"
            return
        }
        return nil
    }

    private init(folder: String) {
        (self.folder, path) = (folder, folder + "/mpv")
    }

    /// Removes sockets without a player, which killed ledes have left. A folder without a socket stays, because its
    /// player may still be starting.
    private static func removeOld(in parent: String) {
        guard let folder = opendir(parent) else { return }
        defer { closedir(folder) }
        while let item = readdir(folder) {
            let name = FolderEntry.name(of: item)
            guard name.hasPrefix(Self.name + "-") else { continue }
            let socket = PlayerSocket(folder: parent + "/" + name)
            guard socket.isOwn, access(socket.path, F_OK) == 0, socket.connect() == nil, errno == ECONNREFUSED else {
                continue
            }
            socket.remove()
        }
    }

    /// False for a folder that another user has created in a shared parent: it may have a name of any length, and a
    /// socket that never accepts.
    private var isOwn: Bool {
        var status = stat()
        return path.utf8.count <= Self.maximumPathLength && lstat(folder, &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }

    func remove() {
        unlink(path)
        rmdir(folder)
    }

    /// Returns a connection to the player; nil while none listens (`ECONNREFUSED`), or while one that was stopped lets
    /// others wait (`EAGAIN`).
    func connect() -> PlayerConnection? {
        // A copy of more bytes would overwrite the stack, which release builds do not check.
        guard path.utf8.count <= Self.maximumPathLength else { return nil }
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_UNIX, Int32(type), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            let problem = errno
            close(descriptor)
            errno = problem
            return nil
        }
        return PlayerConnection(descriptor)
    }
}

/// A connection to a player.
struct PlayerConnection: ~Copyable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sends a command, one line of JSON, without waiting: if the player does not read, the command is lost.
    func send(_ command: String) {
        let bytes = Array((command + "\n").utf8)
        _ = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }

    /// Waits for bytes, at most this long (in milliseconds).
    ///
    /// - Returns: nil if the player has closed the connection.
    func receive(within wait: Int32) -> [UInt8]? {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&watched, 1, wait) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { return [] }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
