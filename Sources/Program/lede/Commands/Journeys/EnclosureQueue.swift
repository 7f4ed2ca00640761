import ArticleStorage
import Foundation
import JourneyPacking
import PackStorage

/// The enclosures that `lede queue` lists after the requests that wait for the network; their numbers begin with `e`.
struct EnclosureQueue {
    private let packStore: PackStore
    private let store: ArticleStore

    /// Nil if nothing was ever packed.
    init?(_ context: CommandContext) throws {
        guard let existing = try context.packStore.existing() else { return nil }
        (packStore, store) = (existing, context.store)
    }

    /// Reads `e12`.
    static func number(_ text: String) -> AddressID? {
        guard text.first == "e" else { return nil }
        return Int64(text.dropFirst()).map(AddressID.init)
    }

    private static func number(of enclosure: QueuedEnclosure) -> String { "e\(enclosure.id.rawValue)" }

    /// The time over which download speeds are measured while `lede pack` runs, in seconds.
    private static let watchTime = 0.5

    func list() throws {
        let before = try packStore.enclosures()
        var speeds: [AddressID: Int64] = [:]
        if before.contains(where: { $0.state == .waiting }), (try? packStore.lock()) == nil {
            Thread.sleep(forTimeInterval: Self.watchTime)
            for enclosure in before {
                let grown = packStore.parts.length(of: enclosure.id) - enclosure.received
                if enclosure.state == .waiting, grown > 0 {
                    speeds[enclosure.id] = Int64(Double(grown) / Self.watchTime)
                }
            }
        }
        let played = try store.playbacks()
        for enclosure in before {
            TerminalEncoding.print(line(enclosure, speeds[enclosure.id], played[enclosure.url]))
        }
    }

    func listed() throws -> [ListedQueue.Enclosure] {
        try packStore.enclosures().map { enclosure in
            ListedQueue.Enclosure(enclosure, number: Self.number(of: enclosure), folder: packStore.enclosureFolder)
        }
    }

    private func line(_ enclosure: QueuedEnclosure, _ speed: Int64?, _ playback: Playback?) -> String {
        let progress = JourneyWords.received(enclosure.received, of: enclosure.size)
        let state =
            switch enclosure.state {
            case .waiting: speed.map { "\(progress), \(JourneyWords.bytes($0))/s" } ?? "waits, \(progress)"
            case .paused: "paused, \(progress)"
            case .stored: JourneyWords.stored(enclosure.received, playback)
            case .missing(let reason): reason
            }
        let file = enclosure.state == .stored ? "\t\(packStore.enclosureFolder)/\(enclosure.file)" : ""
        return "\(Self.number(of: enclosure))\t\(state)\t\(enclosure.title)\(file)"
    }

    func contains(_ id: AddressID) throws -> Bool { try packStore.enclosures().contains { $0.id == id } }
    func remove(_ id: AddressID) throws -> Bool { try packStore.removeEnclosure(id) }
    func putFirst(_ id: AddressID) throws -> Bool { try packStore.move(id, .first) }
    func pause(_ id: AddressID, _ isPaused: Bool) throws -> Bool { try packStore.pause(id, isPaused) }
}
