import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials
import ReaderUI

/// Plays enclosures: stored files, or else their addresses. If the player is mpv, it continues at the last position.
struct EnclosurePlayer {
    let store: ArticleStore
    let outside: ProgramLauncher
    let report: Sink

    /// - Parameter file: the stored file, if there is one.
    func play(_ enclosure: Enclosure, file: String?) -> [Event] {
        let known = try? store.playback(of: enclosure.url)
        let played = file ?? enclosure.url
        let follower = outside.canFollowPlayer ? follower(of: played, enclosure.url, from: known) : nil
        follower?.start()
        guard let file else {
            return [.message(Message("Opening \(enclosure.url)"))] + outside.play(enclosure.url, follower)
        }
        let name = file.split(separator: "/").last ?? ""
        let start = follower == nil ? "" : Self.start(known)
        return [.message(Message("Playing \(name)\(start)"))] + outside.play(file: file, follower)
    }

    private static func start(_ known: Playback?) -> String {
        guard let known, !known.isOpen, known.position >= 1 else { return "" }
        return " from \(Numbers.duration(known.position))"
    }

    private func follower(of played: String, _ url: String, from known: Playback?) -> PlayerFollower? {
        let runtime = EnvironmentVariable.value(of: "XDG_RUNTIME_DIR")
        return PlayerFollower(of: played, from: known, in: [runtime, "/tmp"].compactMap(\.self)) {
            [store, report] playback in
            do { try store.setPlayback(playback, of: url, at: Date()) } catch {
                return report(.message(.error(error)))
            }
            report(.played)
        }
    }
}
