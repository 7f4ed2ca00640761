import Basics
import FeedParsing
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The result of requesting some feeds to detect a hotspot that answers in place of their servers.
package struct HotspotProbe: Sendable {
    package enum Finding: Sendable {
        /// Nothing arrived, or only a document that proves nothing.
        case unknown
        /// A feed with a certificate could not be reached, although its name resolves, and no feed arrived: some
        /// hotspots let only plain HTTP through. A single untrusted certificate is equally inconclusive.
        case cutOff
        /// A web page arrived in place of a feed, or several servers presented a certificate that is not trusted, and
        /// no feed arrived.
        case hotspot
        /// A feed arrived, or a response with a certificate: there is a network, and no hotspot answers.
        case network
    }

    package var finding = Finding.unknown
    /// Bytes received over the network.
    package var bytes: Int64 = 0

    /// Maximum number of feeds that are requested (3).
    package static let maximumFeeds = 3
    /// Maximum age of the last success, in seconds (1 day), up to which a feed is expected to answer a probe.
    package static let maximumSilence = 86_400.0

    enum Evidence {
        /// A feed, or a response with a certificate, whatever its status: there is a network.
        case proof
        case webPage, untrusted, unreachable, unknown
        /// The document is neither a feed nor a web page: it proves nothing.
        case otherDocument

        /// - Parameter beginning: the first bytes of the body; empty if none arrived.
        fileprivate init(_ head: HTTPResponse, _ beginning: [UInt8]) {
            switch head.status.code {
            case 304: self = .proof
            // RFC 6585 §6.
            case 511: self = .webPage
            case 200 where !beginning.isEmpty:
                let type = head.headerFields[.contentType]
                if FeedParser.looksLikeHTML(beginning, contentType: type) {
                    self = .webPage
                } else {
                    self = FeedParser.looksLikeFeed(beginning, contentType: type) ? .proof : .otherDocument
                }
            default: self = .unknown
            }
        }
    }

    fileprivate mutating func noteCutOff() {
        if finding == .unknown { finding = .cutOff }
    }

    /// False for a feed that must not be requested: a hotspot must not see a password.
    package static func mayAsk(_ url: String) -> Bool {
        WebAddress.isHTTP(url) && url == ShownAddress.of(url)
    }
}

extension FeedService {
    /// Requests feeds, one after the other, until the response to one of them settles the question. Does not affect
    /// their next refresh.
    ///
    /// - Parameter feeds: feeds that the last refresh could read.
    package func probeHotspot(_ feeds: [String]) async -> HotspotProbe {
        var probe = HotspotProbe()
        var untrusted = 0
        for url in feeds.filter(HotspotProbe.mayAsk).prefix(HotspotProbe.maximumFeeds) where !isOffline {
            switch await evidence(at: url, &probe) {
            case .proof:
                probe.finding = .network
                return probe
            case .otherDocument:
                probe.finding = .unknown
                return probe
            case .webPage: probe.finding = .hotspot
            case .untrusted where untrusted > 0: probe.finding = .hotspot
            case .untrusted:
                // A hotspot presents its own certificate in place of each feed's; a single one may have expired.
                untrusted += 1
                probe.noteCutOff()
            case .unreachable: probe.noteCutOff()
            case .unknown: break
            }
        }
        return probe
    }

    private func evidence(at url: String, _ probe: inout HotspotProbe) async -> HotspotProbe.Evidence {
        let policy = CachePolicy.reloadRevalidatingCacheData
        var request = CacheRequest(url: url)
        request.complete(settings, in: "identity", within: settings.pageTimeout)
        request.probeNetwork()
        let reply: CachedReply
        do {
            reply = try await packedReply(for: request, policy: policy)
        } catch CacheError.transport(let error) where error.cause == .untrusted {
            return .untrusted
        } catch CacheError.transport(let error)
            where [.connection, .stalled, .tooSlow, .brokenOff].contains(error.cause)
            && PageProof.isVerified(asked: url, answered: url)
        {
            return .unreachable
        } catch {
            return .unknown
        }
        let beginning = await beginning(of: reply)
        probe.bytes += finishPacked(reply, "probe", policy)
        if reply.source == .revalidated || PageProof.isVerified(asked: url, answered: reply.url) { return .proof }
        return HotspotProbe.Evidence(reply.head, beginning)
    }

    private func beginning(of reply: CachedReply) async -> [UInt8] {
        guard let body = try? reply.stream() else { return [] }
        var pieces = body.makeAsyncIterator()
        return (try? await pieces.next()).flatMap(\.self) ?? []
    }
}
