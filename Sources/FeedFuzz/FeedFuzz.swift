import FeedModel
import FeedParsing
import Markup

/// The package manager gives `main` this name, so libFuzzer's own is not used.
@_cdecl("FeedFuzz_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, fuzz)
}

/// libFuzzer's loop; it keeps no pointer that is given to it here.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls with each input: everything that a stranger's bytes can reach in the parser.
private func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    // Inflating is zlib's affair, and its bombs only slow the search down.
    guard !input.starts(with: [0x1F, 0x8B]) else { return 0 }
    if let feed = try? FeedParser.parse(input, url: "https://example.org/a/feed", contentType: nil) {
        check(feed: JSONFeedWriter.write(feed), items: feed.items.map(\.id))
    }
    if let outlines = try? OPMLDocument(parsing: input) { _ = outlines.write() }
    _ = NewsboatURLs(parsing: input)
    _ = FeedDiscovery.candidates(in: input, url: "https://example.org/a/page")
    _ = FeedDate.parse(String(decoding: input, as: UTF8.self))
    return 0
}

/// What must hold of every feed: ids are unique, and nothing in it can act on a terminal.
private func check(feed json: [UInt8], items ids: [String]) {
    precondition(Set(ids).count == ids.count, "two items share an id")
    precondition(!ids.contains(""), "an item has no id")
    precondition(SafeText.clean(json) == json, "an unsafe character came through")
    guard let again = try? FeedParser.parse(json) else { preconditionFailure("the JSON written is no JSON Feed") }
    precondition(again.items.count == ids.count, "an item was lost in the JSON written")
}
