// Lists and cleans a cache: `swift run CacheInspection cache.sqlite [DAYS]` removes entries that were not used for this
// number of days.
import Foundation
import HTTPCache

let arguments = Array(CommandLine.arguments.dropFirst())
let cache = try ResponseCache(.init(path: arguments.first ?? "first-request.sqlite"))
for entry in cache.entries() {
    let state = entry.age < entry.lifetime ? "fresh" : "stale"
    print("\(entry.method) \(entry.shownURL)  \(entry.bodyBytes) bytes, \(state), used \(entry.usedAt)")
}
print("\(cache.diskUsage) of \(cache.diskCapacity) bytes; \(cache.tally.hits) hits, \(cache.tally.misses) misses")
if let days = arguments.dropFirst().first.flatMap({ Double($0) }) {
    cache.removeUnused(since: Date(timeIntervalSinceNow: -days * 86_400))
    print("\(cache.entries().count) entries left")
}
