import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTypes

/// The service's changes to a feed document before the cache stores it.
enum FeedLifetime {
    /// Maximum freshness lifetime of a document (12 hours), even if its server gives a longer one.
    static let maximum = 12 * 3600
    /// The number of bytes that are checked for a web page.
    private static let sample = 4096

    /// Limits the lifetime. Returns false for documents that are not feeds: a hotspot's page never replaces a feed,
    /// and an error is never shown as success.
    static func limit(_ response: inout CachedResponse, now: Date) -> Bool {
        switch response.head.status.code {
        case 200:
            guard response.isUpdate || !FeedParser.looksLikeHTML(response.decodedPrefix(sample)) else { return false }
        case 301, 302, 303, 307, 308: break
        default: return false
        }
        response.limitLifetime(to: maximum, now: now.timeIntervalSince1970)
        return true
    }
}
