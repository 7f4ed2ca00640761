import ArticleStorage
import Basics

/// The position of one player in one file, according to the player's reports.
struct PlaybackProgress {
    /// The file or address that lede passed to the player. Positions in other files that the person opens are ignored.
    private let file: String
    private var isPlayingFile = false
    private var position: Double?
    private var duration: Double?
    private var isAtEnd = false

    /// The file counts as played if the player closes this close to its end: in seconds, and as a share of the
    /// duration; the smaller one applies.
    private static let endTolerance = (seconds: 30.0, part: 0.05)
    /// The share of the duration that a stream must have played for its end to count. mpv reports a cut connection as
    /// the end; the duration of some streams is an estimate.
    private static let streamedPart = 0.9

    init(of file: String) {
        self.file = file
    }

    mutating func apply(_ event: PlayerEvent) {
        if case .file(let name) = event { isPlayingFile = name == file }
        guard isPlayingFile else { return }
        switch event {
        case .file: break
        case .position(let seconds): position = seconds
        case .duration(let seconds): duration = seconds
        case .atEnd(let isTrue): isAtEnd = isTrue
        }
    }

    /// Returns the position to store; nil before the first report, and for live streams, which have no duration.
    func playback(isOpen: Bool) -> Playback? {
        guard let position, let duration, duration > 0 else { return nil }
        let rest = duration - position
        let mayEnd = !WebAddress.isHTTP(file) || position >= duration * Self.streamedPart
        let isFinished = isAtEnd && mayEnd || rest <= min(Self.endTolerance.seconds, duration * Self.endTolerance.part)
        return Playback(
            position: isFinished ? 0 : position, duration: duration, isFinished: isFinished, isOpen: isOpen)
    }

    /// Drops the position before a seek; the next report replaces it.
    mutating func forgetPosition() { position = nil }

    /// The last reported position in the file; nil before the first.
    var reportedPosition: Double? { isPlayingFile ? position : nil }
}
