/// The servers that newsboat can read feeds from (`urls-source`).
enum NewsboatServer {
    /// The reason why the list of feeds and the options of each server are not moved, and the way to them in lede.
    static let reasons: [(name: String, reason: String)] = [
        ("miniflux", account("miniflux")), ("freshrss", account("greader")), ("ttrss", account("ttrss")),
        ("ocnews", account("nextcloud")), ("inoreader", account("greader") + "; see lede help sync"),
        ("oldreader", account("greader")), ("feedhq", exported), ("feedbin", exported), ("newsblur", exported),
    ]

    static func reason(_ source: String) -> String {
        if source == "opml" { return "its feeds are in the lists that opml-url names: use lede import --follow" }
        return reasons.first { $0.name == source }?.reason ?? exported
    }

    private static let exported = "the server keeps its feeds: export them there as OPML and use lede import"

    private static func account(_ kind: String) -> String {
        "lede syncs with the server: lede account add \(kind) ADDRESS"
    }
}
