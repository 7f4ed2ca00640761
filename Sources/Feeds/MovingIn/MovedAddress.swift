import Basics

/// An address in another reader's list of feeds.
enum MovedAddress {
    /// True for the address of a feed on the web, or of a file on this machine: sfeed and newsraft read both with curl.
    static func isOfFeed(_ address: String) -> Bool {
        WebAddress.isHTTP(address) || address.lowercased().hasPrefix("file://")
    }
}
