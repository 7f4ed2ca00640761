import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTypes

/// What the service changes in a feed document before it is stored.
enum FeedLifetime {
    /// A document is fresh for 12 hours at most, whatever its server says: nobody waits a year for an article.
    static let longest = 12 * 3600
    /// So many bytes of a document show whether it is a web page.
    private static let sample = 4096

    /// Bends the lifetime, and refuses what is no feed: a hotspot's page never replaces one, an error is never shown as success.
    static func bend(_ response: inout CachedResponse, now: Date) -> Bool {
        switch response.head.status.code {
        case 200:
            guard response.isUpdate || !FeedParser.looksLikeHTML(response.decodedPrefix(sample)) else { return false }
        case 301, 302, 303, 307, 308: break
        default: return false
        }
        response.limitLifetime(to: longest, now: now.timeIntervalSince1970)
        return true
    }
}
