import Basics
import FeedModel

/// A feed on this machine: a file, or the output of a program that the person named.
enum LocalFeed: Equatable {
    case file(path: String)
    /// A `file:` address with the name of another machine.
    case remoteFile(host: String)
    case program([String])
    /// The feed comes from a program, but none is named.
    case unnamedProgram

    /// Nil if the feed is on the web.
    init?(of subscription: Subscription) {
        if let command = subscription.preferences.command {
            self = .program(command)
        } else if LocalAddress.isFile(subscription.feedURL) {
            self = .file(at: subscription.feedURL)
        } else if LocalAddress.isProgram(subscription.feedURL) {
            self = .unnamedProgram
        } else {
            return nil
        }
    }

    /// Returns the feed at a `file:` address: on this machine if its host is empty or `localhost` (RFC 8089 §2). The
    /// path is percent-decoded.
    static func file(at url: String) -> LocalFeed {
        let rest = url.dropFirst(LocalAddress.filePrefix.count)
        let host = rest.prefix { $0 != "/" }
        guard host.isEmpty || host.lowercased() == "localhost" else { return .remoteFile(host: String(host)) }
        let path = PercentEncoding.decoded(rest.dropFirst(host.count))
        return .file(path: String(decoding: path, as: UTF8.self))
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Returns at most the first `limit` bytes of the document. Blocks until a program ends or reaches its time limit.
    ///
    /// - Parameter isCancelled: called from time to time while a program runs.
    func document(limit: Int, isCancelled: () -> Bool = { false }) throws -> [UInt8] {
        switch self {
        case .file(let path): return try Self.contents(of: path, limit: limit)
        case .remoteFile(let host):
            throw Failure(description: "a file on \(host) cannot be read; one on this machine is file:///PATH")
        case .program(let words):
            return try BoundedProgram(words, limits: .init(bytes: limit)).output(isCancelled: isCancelled)
        case .unnamedProgram: throw Failure(description: "no program is named: lede feed ADDRESS command=…")
        }
    }

    private static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard !path.isEmpty else {
            throw Failure(description: "the address names no file; one on this machine is file:///PATH")
        }
        do throws(BoundedFile.Problem) {
            return try BoundedFile(path, atMost: limit).bytes
        } catch {
            throw Failure(description: "\(path): \(error)")
        }
    }
}
