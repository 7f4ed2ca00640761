import CPictureMaker
import Foundation
import ScriptedOrigin
import Testing

/// A feed of articles with a page and two or three pictures each; all share the second one.
struct PackedJourney {
    let home: TemporaryHome
    let origin: Origin

    init(articles: Int, pictures: Int = 2, bytes: Int = 40_000) throws {
        home = try TemporaryHome()
        origin = try Origin(addresses: ["127.0.0.1", "127.0.0.2", "127.0.0.3"])
        let items = (0..<articles).map { number in
            "<item><guid>\(number)</guid><title>Ferry \(number)</title><link>\(page(number))</link></item>"
        }
        let feed = "<rss version='2.0'><channel><title>Harbour</title>\(items.joined())</channel></rss>"
        origin.route("/feed", .response(body: feed))
        for number in 0..<articles {
            let further = (2..<pictures).map { "/further\(number)-\($0).png" }
            let pictures =
                [url("/own\(number).png", number), url("/shared.png", 0)] + further.map { url($0, number) }
            origin.route(
                "/page\(number)",
                .response(fields: ["Content-Type": "text/html"], body: Self.html(number, pictures)))
            origin.route("/own\(number).png", Self.picture(number, bytes: bytes))
            for path in further { origin.route(path, Self.picture(number + 1_000, bytes: bytes)) }
        }
        origin.route("/shared.png", Self.picture(-1, bytes: bytes))
        try home.subscribe(to: origin.url("/feed"))
    }

    private func url(_ path: String, _ number: Int) -> String {
        origin.url(path, on: origin.addresses[number % origin.addresses.count])
    }

    private func page(_ number: Int) -> String { url("/page\(number)", number) }

    private static func html(_ number: Int, _ pictures: [String]) -> String {
        let text = String(
            repeating:
                "<p>The night ferry number \(number) leaves the harbour at ten, whatever the weather.</p>",
            count: 9)
        let figures = pictures.map { "<figure><img src='\($0)' alt='The pier'></figure>" }.joined()
        return "<html><body><article><h1>Ferry \(number)</h1>\(text)\(figures)</article></body></html>"
    }

    /// Returns a picture that the decoder accepts: stripes, then padding up to the given length.
    static func picture(_ seed: Int, bytes: Int) -> Reply {
        .response(
            200, fields: [RawField("ETag", "\"\(seed)\""), RawField("Content-Type", "image/png")],
            body: file(seed, bytes: bytes))
    }

    static func file(_ seed: Int, bytes: Int) -> [UInt8] {
        var rgba: [UInt8] = []
        for y in 0..<120 {
            for x in 0..<160 {
                rgba += (x / 20 + y / 20 + seed) % 2 == 0 ? [250, 250, 240, 255] : [20, 60, 120, 255]
            }
        }
        var count = 0
        let made = make_png(rgba, 160, 120, 0, &count)!
        defer { free(made) }
        let filling = (0..<max(0, bytes - count)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }
        return Array(UnsafeBufferPointer(start: made, count: count)) + filling
    }

    func lede(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Result {
        try Program.lede(arguments, home: home.url, environment: environment)
    }

    func status() throws -> [String: Any] {
        let output = try lede("pack", "--status", "--json").output
        return try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}
