import FeedModel
import SyncEngine
import Synchronization

@testable import SyncServers

/// Responses of sync servers. The first byte chooses the protocol; a NUL ends a response.
enum SyncFuzzing {
    static func sync(_ input: [UInt8]) throws {
        guard let kind = input.first else { return }
        let bodies = input.dropFirst().split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
        Waiting.run { await use(server(Int(kind), ScriptedClient(bodies))) }
    }

    private static func server(_ kind: Int, _ client: ScriptedClient) -> any SyncServer {
        let url = "https://sync.test"
        switch kind % 5 {
        case 0: return MinifluxServer(client, url: url)
        case 1: return GoogleReaderServer(client, url: url)
        case 2: return FeverServer(client, url: url)
        case 3: return NextcloudServer(client, url: url)
        default: return TinyTinyRSSServer(client, url: url)
        }
    }

    private static func use(_ server: any SyncServer) async {
        _ = try? await server.feeds()
        _ = try? await server.changes(after: SyncCursor(), showingAnchor: true)
        _ = try? await server.changes(after: SyncCursor(position: "7", anchor: "7"), showingAnchor: false)
        if let lists = try? await server.listsOfFirstSync() {
            let wanted = Set(lists.unread.prefix(3)).union(["1"])
            try? await server.fetch(wanted, in: lists) { _ in }
            _ = try? await server.fetchHistory(
                SyncHistory(feeds: [RemoteFeed(id: "1")], lists: lists, known: []), into: { _ in })
        }
        _ = try? await server.current(["1", "9223372036854775807"])
        _ = try? await server.send([OutgoingMark(sequence: 1, id: "1", mark: .read(true))])
    }

    /// A client that returns the bodies in order, repeatedly, and fails after 40 requests.
    private final class ScriptedClient: ServerClient {
        private let bodies: [[UInt8]]
        private let count = Counter()

        init(_ bodies: [[UInt8]]) {
            self.bodies = bodies
        }

        func login() async throws -> ServerLogin { ServerLogin(user: "ada", secret: "secret") }
        func session() async -> String? { nil }
        func keep(session: String?) async {}

        func send(_ request: ServerRequest) async throws -> ServerResponse {
            let number = count.next()
            guard number < 40, !bodies.isEmpty else { throw CancellationError() }
            return ServerResponse(
                status: 200, line: "200 OK", contentType: "application/json", body: bodies[number % bodies.count])
        }
    }
}
