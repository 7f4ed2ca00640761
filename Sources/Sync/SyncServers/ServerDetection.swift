import Basics
package import FeedModel
import FeedParsing
import SyncEngine

/// Finds the protocol of a server and the address of its API, without a login.
package enum ServerDetection {
    /// Sends a request without credentials.
    package typealias Send = (ServerRequest) async throws -> ServerResponse

    /// The kinds in the order of the attempts: the richest protocol first, since some servers support several.
    private static let order: [ServerKind] = [.miniflux, .nextcloud, .ttrss, .greader, .fever, .since]

    /// - Parameter kind: the protocol to try; nil for all.
    /// - Returns: nil if no API answers. A connection error counts as no response; if it occurs before the first
    ///   response, it is thrown.
    /// - Throws: also `SyncFailure` if all responses fail in one way that says nothing about the address: a hotspot's
    ///   page, or a gateway's error.
    package static func find(
        at url: String, kind: ServerKind?, send: Send
    ) async throws -> (kind: ServerKind, url: String)? {
        var hasAnswered = false
        var obstacles: [SyncFailure?] = []
        func sendRecording(_ request: ServerRequest) async throws -> ServerResponse {
            let response = try await send(request)
            obstacles.append(response.obstacle)
            return response
        }
        for kind in kind.map({ [$0] }) ?? order {
            for base in bases(of: kind, at: url) {
                do {
                    if try await speaks(kind, base, sendRecording) { return (kind, base) }
                    hasAnswered = true
                } catch {
                    // If the connection is dead, only one address is tried.
                    if !hasAnswered { throw error }
                }
            }
        }
        if let first = obstacles.first, let shared = first, obstacles.allSatisfy({ $0 == shared }) { throw shared }
        return nil
    }

    /// Returns the possible addresses of an API, as people enter them.
    package static func bases(of kind: ServerKind, at address: String) -> [String] {
        let url = address.contains("://") ? address : "https://" + address
        let bare = url.withoutFinalSlashes
        switch kind {
        case .miniflux: return [bare.hasSuffix("/v1") ? String(bare.dropLast(3)) + "/" : bare + "/"]
        case .greader:
            let base = GoogleReaderServer.base(of: url)
            return base.hasSuffix(".php") ? [base] : [base, base + "/api/greader.php", base + "/greader"]
        case .fever:
            let bare = String(bare.prefix { $0 != "?" })
            let own = String(url.prefix { $0 != "?" })
            // Miniflux answers at each address below its API, too.
            let below = bare.hasSuffix("/fever") ? ["/"] : ["/fever/", "/api/fever.php", "/plugins/fever/"]
            return [own] + below.map { bare + $0 }.filter { $0 != own }
        case .nextcloud: return [bare.firstRange(of: "/index.php").map { String(bare[..<$0.lowerBound]) } ?? bare]
        case .ttrss:
            return [TinyTinyRSSServer.base(of: url)] + (bare.hasSuffix("/tt-rss") ? [] : [bare + "/tt-rss/api/"])
        case .since: return [url.hasSuffix("/items.json") ? url : bare + "/items.json"]
        }
    }

    private static func speaks(_ kind: ServerKind, _ base: String, _ send: Send) async throws -> Bool {
        switch kind {
        case .miniflux:
            let response = try await send(ServerRequest(.get, MinifluxServer.base(of: base) + "version"))
            let json = JSONParser.whole(response.body)
            return json?["error_message"] != nil && response.status == 401
                || json?["version"] != nil && response.status == 200
        case .nextcloud:
            let response = try await send(ServerRequest(.get, base + "/index.php/apps/news/api"))
            return JSONParser.whole(response.body)?["apiLevels"] != nil
        case .ttrss:
            var request = ServerRequest(.post, base)
            request.setJSON(Array(#"{"op":"isLoggedIn","sid":""}"#.utf8))
            let json = JSONParser.whole(try await send(request).body)
            return json?["status"] != nil && json?["content"] != nil
        case .greader: return try await speaksGoogleReader(base, send)
        case .fever:
            var request = ServerRequest(.post, base + "?api")
            request.setForm([("api_key", "")])
            return JSONParser.whole(try await send(request).body)?["api_version"] != nil
        case .since:
            let response = try await send(ServerRequest(.get, base))
            return response.status == 401
                || SinceDocument.shown(in: response.body, contentType: response.contentType) != nil
        }
    }

    private static func speaksGoogleReader(_ base: String, _ send: Send) async throws -> Bool {
        var request = ServerRequest(.post, base + "/accounts/ClientLogin")
        request.setForm([("Email", ""), ("Passwd", "")])
        guard [200, 400, 401, 403].contains(try await send(request).status) else { return false }
        guard try await send(ServerRequest(.get, base + "/reader/api/0/token")).isRefused else { return false }
        // A server that refuses every address, such as `lede serve` with a token, would receive its token as a
        // password.
        return try await !send(ServerRequest(.get, base + "/accounts/lede")).isRefused
    }
}

extension ServerResponse {
    /// The reason why this is not an API's response; nil if it may be one, or if its status (4xx) shows a wrong address.
    fileprivate var obstacle: SyncFailure? {
        guard !(400..<500).contains(status) else { return nil }
        do throws(SyncFailure) {
            _ = try checked().json()
            return nil
        } catch {
            return error
        }
    }
}
