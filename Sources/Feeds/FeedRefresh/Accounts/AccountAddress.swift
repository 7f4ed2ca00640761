import Basics
package import FeedModel
import SyncServers

extension FeedService {
    /// Returns the address under which an account of `lede serve` is stored, from an address that a person typed.
    static func sinceAddress(_ address: String) -> String {
        let url = addresses(for: address)[0]
        let hasPath = url.split(separator: "/", omittingEmptySubsequences: false).count > 3
        return url.hasSuffix("/") ? url + "items.json" : hasPath ? url : url + "/items.json"
    }
}

extension SyncAccount {
    /// True if a typed address means this account: as shown, or as entered when it was added.
    package func answers(to address: String) -> Bool {
        let bare = { (text: String) in text.withoutFragment.withoutFinalSlashes }
        return url == address || bare(url) == bare(address)
            || ServerDetection.bases(of: kind, at: address).contains { bare($0) == bare(url) }
            || kind == .since && url == FeedService.sinceAddress(address)
    }
}
