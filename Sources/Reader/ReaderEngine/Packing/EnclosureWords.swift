import ArticleStorage
import Basics
import JourneyPacking
import PackStorage
import ReaderUI

extension EnclosureLine {
    /// - Parameters:
    ///   - playback: the position where playing stopped.
    ///   - current: the enclosure that is downloading.
    init(_ enclosure: QueuedEnclosure, _ playback: Playback?, current: JourneyProgress.Enclosure?) {
        let isComing = enclosure.state == .waiting && current?.title == enclosure.title
        let speed = isComing ? current.map { ", \(JourneyWords.bytes(Int64(saturating: $0.speed)))/s" } ?? "" : ""
        let progress = JourneyWords.received(enclosure.received, of: enclosure.size)
        let (detail, action): (String, Action) =
            switch enclosure.state {
            case .waiting where enclosure.received > 0 || isComing: (progress + speed, .pause)
            case .waiting: ("waits" + (enclosure.size.map { ", \(JourneyWords.bytes($0))" } ?? ""), .pause)
            case .paused: ("paused, \(progress)", .resume)
            case .stored: (JourneyWords.stored(enclosure.received, playback), .play)
            case .missing(let reason): (reason, .resume)
            }
        // The enclosure's file is in a folder named after the feed.
        let show = enclosure.file.split(separator: "/").first.map { " · \($0)" } ?? ""
        self.init(
            id: enclosure.id.rawValue, url: enclosure.url, title: enclosure.title, detail: detail + show, action: action
        )
    }
}
