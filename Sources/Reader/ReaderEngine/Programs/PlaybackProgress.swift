import ArticleStorage

/// The position of one player in one file, from the player's reports.
struct PlaybackProgress {
    /// The file or address that lede gave to the player. The person may open others in it, whose positions do not count.
    private let file: String
    private var isPlayingFile = false
    private var position: Double?
    private var duration: Double?
    private var isAtEnd = false

    /// A player that is closed this close to the end has played the file: in seconds, and as a part of its duration.
    private static let lastWords = (seconds: 30.0, part: 0.05)

    init(of file: String) {
        self.file = file
    }

    mutating func apply(_ news: PlayerNews) {
        if case .file(let name) = news { isPlayingFile = name == file }
        guard isPlayingFile else { return }
        switch news {
        case .file: break
        case .position(let seconds): position = seconds
        case .duration(let seconds): duration = seconds
        case .atEnd(let isTrue): isAtEnd = isTrue
        }
    }

    /// The position to store; nil while the player has not reported any, and for live streams, which have no duration.
    func playback(isOpen: Bool) -> Playback? {
        guard let position, let duration, duration > 0 else { return nil }
        let rest = duration - position
        let isFinished = isAtEnd || rest <= min(Self.lastWords.seconds, duration * Self.lastWords.part)
        return Playback(
            position: isFinished ? 0 : position, duration: duration, isFinished: isFinished, isOpen: isOpen)
    }

    /// Waits for the next report: the player is about to move.
    mutating func forgetPosition() { position = nil }

    /// The last reported position in the file; nil before the first.
    var reportedPosition: Double? { isPlayingFile ? position : nil }
}
