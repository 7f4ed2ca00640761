/// The feed of addresses that the person saved to read later. No server has it, so it is never fetched or exported.
package enum SavedFeed {
    /// Its address in the library; no feed on the web has this scheme.
    package static let address = "lede:saved"
    package static let title = "Saved"
}
