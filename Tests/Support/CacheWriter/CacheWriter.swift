import HTTPCache
import HTTPTypes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Stores one response after the other, and tells of each that it has flushed, until it is killed: `CacheWriter FILE FIRST`.
@main
enum CacheWriter {
    static func main() throws {
        let cache = try ResponseCache(.init(path: CommandLine.arguments[1]))
        var number = Int(CommandLine.arguments[2]) ?? 0
        while true {
            let body = Array(String(repeating: "\(number) ", count: 1 + number * 37 % 3000).utf8)
            let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=600"])
            cache.store(CachedResponse(head: head, body: body), for: CacheRequest(url: "http://h.test/\(number)"))
            if number % 3 == 0 {
                cache.flush()
                print(number)
                fflush(nil)
            }
            if number % 7 == 0 { cache.remove(for: CacheRequest(url: "http://h.test/\(number - 5)")) }
            number += 1
        }
    }
}
