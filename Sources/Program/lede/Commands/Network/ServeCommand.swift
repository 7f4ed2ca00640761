import ArgumentParser
import Basics
import FeedRefresh
import Foundation
import SinceServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve this library to lede on other devices, which then fetch one address instead of all its feeds.",
        discussion: """
            Refreshes due feeds and answers `lede account add since URL`. Only programs on this machine can connect, \
            unless --listen names another address; then clients need the token in serve.token beside the library. For \
            TLS, put a proxy in front of it. Exits on Ctrl-C or SIGTERM once it has answered running requests.
            """)

    @Option(
        help: ArgumentHelp(
            "The address to listen on: ADDRESS:PORT; 0.0.0.0 is every IPv4 address. (default: \(ListenAddress.standard))",
            valueName: "address"),
        transform: Self.address)
    var listen: ListenAddress?

    @Flag(help: "Require the token on this machine too.")
    var token = false

    @Option(help: ArgumentHelp("Interval between refreshes of due feeds, in minutes; 0: never.", valueName: "minutes"))
    var refreshMinutes: Int?

    func validate() throws {
        let bounds = Configuration.refreshMinutesBounds
        if let refreshMinutes, !bounds.contains(refreshMinutes) {
            let highest = Numbers.grouped(bounds.upperBound)
            throw ValidationError("--refresh-minutes takes a number from \(bounds.lowerBound) to \(highest).")
        }
    }

    func run() async throws {
        let context = try CommandContext()
        let server = try server(context)
        let lines = "serving http://\(server.address)/items.json\n"
        let secret = needsToken ? "the token is in \(context.paths.serveToken)\n" : ""
        let minutes =
            refreshMinutes ?? (context.configuration.refreshMinutes > 0 ? context.configuration.refreshMinutes : 10)
        let refreshing = try minutes > 0 ? refresh(every: Double(minutes) * 60, context) : nil
        try await interruptible(grace: Self.grace) {
            // Signals are handled from here on. Unbuffered, so that a pipe gets the lines at once.
            Console.write(Array((lines + secret).utf8))
            try await server.run()
        }
        refreshing?.cancel()
        await refreshing?.value
    }

    /// The time to end after a signal, in seconds (default 10): more than the server allows for running requests.
    private static let grace: TimeInterval = 10

    private static func address(_ text: String) throws -> ListenAddress {
        guard let address = ListenAddress(text) else {
            throw ValidationError("\(text) is not a numeric address with a port, such as \(ListenAddress.standard).")
        }
        return address
    }

    private var address: ListenAddress { listen ?? .standard }

    private var needsToken: Bool {
        token || !address.isLoopback
    }

    /// The number of clients that may be connected at once.
    private var connections: Int { OpenFiles.clients(atMost: SinceServer.connections) }

    private func server(_ context: CommandContext) throws -> SinceServer {
        let token = try needsToken ? AccessToken(file: context.paths.serveToken) : nil
        return try SinceServer(
            store: context.store, address: address, token: token, positions: context.paths.servePositions,
            connections: connections, log: { Console.note("\(Date().timestamp) \($0)") })
    }

    /// Fetches due feeds now, and then at every interval.
    private func refresh(every interval: TimeInterval, _ context: CommandContext) throws -> Task<Void, Never> {
        let service = try context.service(clients: connections)
        return Task.detached {
            await service.followSchedule(every: interval, asksAtOnce: true) { _ in }
            service.cancelSlowVisits()
        }
    }
}
