import Basics
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// A check if a hotspot answers in place of servers, with the answers of some feeds.
package struct HotspotProbe: Sendable {
    /// True if a web page came in place of a feed, and no feed came as itself.
    package var isHotspot = false
    /// True if a feed with a certificate could not be reached, although its name resolves, and no feed came as itself:
    /// some hotspots let only plain HTTP through.
    package var isCutOff = false
    /// Bytes received over the network.
    package var bytes: Int64 = 0

    /// The most feeds that are asked (3).
    package static let mostFeeds = 3
    /// The most of an answer that may arrive unread, in bytes (16 KiB).
    static let bytesAhead = 16 << 10

    enum Answer {
        case feed, webPage, unknown
    }

    /// False for a feed that is not asked: a hotspot must not see a password.
    package static func mayAsk(_ url: String) -> Bool {
        WebAddress.isHTTP(url) && url == ShownAddress.of(url)
    }
}

extension FeedService {
    /// Asks feeds, one after the other, until one of them comes as itself. Their next refresh is not affected.
    ///
    /// - Parameter feeds: feeds that the last refresh could read.
    package func probeHotspot(_ feeds: [String]) async -> HotspotProbe {
        var probe = HotspotProbe()
        for url in feeds.filter(HotspotProbe.mayAsk).prefix(HotspotProbe.mostFeeds) where !isOffline {
            switch await answer(of: url, &probe) {
            case .feed:
                (probe.isHotspot, probe.isCutOff) = (false, false)
                return probe
            case .webPage: probe.isHotspot = true
            case .unknown: break
            }
        }
        return probe
    }

    private func answer(of url: String, _ probe: inout HotspotProbe) async -> HotspotProbe.Answer {
        let policy = CachePolicy.reloadRevalidatingCacheData
        var request = CacheRequest(url: url)
        request.fields[.userAgent] = settings.userAgent
        request.fields[.acceptEncoding] = "identity"
        request.limits.connectTimeout = settings.connectTimeout
        request.limits.stallTimeout = settings.stallTimeout
        request.limits.totalTimeout = settings.pageTimeout
        request.limits.bytesAhead = HotspotProbe.bytesAhead
        request.streamsBody = true
        request.storesNewResponses = false
        let reply: CachedReply
        do {
            reply = try await packedReply(for: request, policy: policy)
        } catch CacheError.transport(let error) where error.cause == .untrusted {
            // The certificate of a hotspot in place of the feed's.
            return .webPage
        } catch CacheError.transport(let error)
            where [.connection, .stalled, .tooSlow, .brokenOff].contains(error.cause)
            && PageProof.isVerified(asked: url, answered: url)
        {
            probe.isCutOff = true
            return .unknown
        } catch {
            return .unknown
        }
        let beginning = await beginning(of: reply)
        probe.bytes += finishPacked(reply, "probe", url, policy)
        if reply.source == .revalidated || PageProof.isVerified(asked: url, answered: reply.url) { return .feed }
        switch reply.head.status.code {
        case 304: return .feed
        // RFC 6585 §6.
        case 511: return .webPage
        case 200 where !beginning.isEmpty:
            let type = reply.head.headerFields[.contentType]
            return FeedParser.looksLikeHTML(beginning, contentType: type) ? .webPage : .feed
        default: return .unknown
        }
    }

    private func beginning(of reply: CachedReply) async -> [UInt8] {
        guard let body = try? reply.stream() else { return [] }
        var pieces = body.makeAsyncIterator()
        return (try? await pieces.next()).flatMap(\.self) ?? []
    }
}
