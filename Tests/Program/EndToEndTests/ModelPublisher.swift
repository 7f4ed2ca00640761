import ScriptedOrigin
import Synchronization

/// The servers of the feeds, and the network between them and lede.
final class ModelPublisher: Sendable {
    enum NetworkState: CaseIterable {
        case working
        /// A hotspot answers every request with its login page.
        case portal
        /// Every connection breaks.
        case lost
    }

    private struct State {
        var network = NetworkState.working
        /// The number of items that each feed has published.
        var counts: [String: Int] = [:]
        /// Changes with each edit of all texts.
        var editions: [String: Int] = [:]
    }

    private let origin: Origin
    private let state = Mutex(State())

    init() throws {
        origin = try Origin()
    }

    var network: NetworkState {
        get { state.withLock(\.network) }
        set { state.withLock { $0.network = newValue } }
    }

    func url(_ name: String) -> String { origin.url("/\(name)") }

    func count(_ name: String) -> Int { state.withLock { $0.counts[name] ?? 1 } }

    func publish(_ name: String, _ count: Int) {
        state.withLock { $0.counts[name, default: 0] += count }
        origin.route("/\(name)") { [weak self] _ in self?.reply(name) ?? .closed }
    }

    func edit(_ name: String) {
        state.withLock { $0.editions[name, default: 0] += 1 }
    }

    private func reply(_ name: String) -> Reply {
        switch network {
        case .portal:
            return .response(
                fields: ["Content-Type": "text/html"], body: "<!doctype html><title>Log in</title><form></form>")
        case .lost: return .reset
        case .working: break
        }
        let edition = state.withLock { $0.editions[name] ?? 0 }
        let items = (1...count(name)).map {
            "<item><guid>\($0)</guid><title>\(name) item \($0)</title>"
                + "<description>Words of \($0), edition \(edition).</description></item>"
        }
        return .response(
            body: "<rss version='2.0'><channel><title>\(name)</title>\(items.joined())</channel></rss>")
    }
}
