import ArticleStorage
import Basics
import Dispatch
import Glibc
import Synchronization

/// Follows one run of mpv over its socket and stores the position every 5 seconds, so a killed player loses at most
/// that.
final class PlayerFollower: Sendable {
    private let file: String
    private let known: Playback?
    private let keep: @Sendable (Playback) -> Void
    private let socket: PlayerSocket
    private let hasEnded = Atomic<Bool>(false)

    /// Interval between two stores of the position (5 s).
    private static let interval = Duration.seconds(5)
    /// Interval between two attempts to connect, in microseconds, and their number (20 s): the player creates its
    /// socket some time after its start.
    private static let (pause, attempts) = (useconds_t(50_000), 400)
    /// Maximum wait for a report, in milliseconds; after that the player is checked.
    private static let wait: Int32 = 500
    /// If a player's first position is below this, in seconds, it has not resumed the file itself.
    private static let beginning = 2.0

    /// - Parameters:
    ///   - file: the file or address that the player gets.
    ///   - known: the stored position.
    ///   - folders: the folders for the socket, best first.
    ///   - keep: stores a position.
    /// - Returns: nil if no folder is usable.
    init?(of file: String, from known: Playback?, in folders: [String], keep: @escaping @Sendable (Playback) -> Void) {
        guard let socket = PlayerSocket(in: folders) else { return nil }
        (self.file, self.known, self.socket, self.keep) = (file, known, socket, keep)
    }

    deinit {
        socket.remove()
    }

    /// The options for mpv. If the last player outlived lede, it has stored a later position itself, so no start is
    /// given.
    var options: [String] {
        let start = known.flatMap { $0.isOpen ? nil : "--start=\(Int(saturating: $0.position))" }
        return ["--input-ipc-server=" + socket.path] + [start].compactMap(\.self)
    }

    /// Follows the player on another thread.
    func start() {
        DispatchQueue(label: "lede.player", qos: .utility).async { [self] in
            follow()
            socket.remove()
        }
    }

    /// Stops waiting for a player that could not be started, or that has exited.
    func end() { hasEnded.store(true, ordering: .relaxed) }

    private func follow() {
        guard let connection = connect() else { return }
        for (number, property) in PlayerEvent.properties.enumerated() {
            connection.send("{\"command\":[\"observe_property\",\(number + 1),\"\(property)\"]}")
        }
        var (lines, progress) = (BoundedLines(), PlaybackProgress(of: file))
        var (stored, storedAt) = (known, ContinuousClock.now - Self.interval)
        var mayGoOn = known?.isOpen == true
        while let bytes = connection.receive(within: Self.wait) {
            if bytes.isEmpty, hasEnded.load(ordering: .relaxed) { break }
            for line in lines.add(bytes) { PlayerEvent(line).map { progress.apply($0) } }
            if mayGoOn, let first = progress.reportedPosition {
                mayGoOn = false
                if seekToStoredPosition(from: first, connection) { progress.forgetPosition() }
            }
            guard ContinuousClock.now - storedAt >= Self.interval, let playback = progress.playback(isOpen: true),
                playback != stored
            else { continue }
            (stored, storedAt) = (playback, .now)
            keep(playback)
        }
        if let last = progress.playback(isOpen: false) { keep(last) }
    }

    private func connect() -> PlayerConnection? {
        for _ in 0..<Self.attempts where !hasEnded.load(ordering: .relaxed) {
            if let connection = socket.connect() { return connection }
            usleep(Self.pause)
        }
        return nil
    }

    /// Moves a player that started at the beginning to the stored position. Returns false if that is not needed.
    private func seekToStoredPosition(from first: Double, _ connection: borrowing PlayerConnection) -> Bool {
        guard let position = known?.position, first < Self.beginning, position > Self.beginning else { return false }
        connection.send("{\"command\":[\"seek\",\(Int(saturating: position)),\"absolute\"]}")
        return true
    }
}

extension ExternalCommand {
    /// Returns the command with the options that the follower needs.
    func followed(by follower: PlayerFollower) -> ExternalCommand { rememberingPosition.adding(follower.options) }
}
