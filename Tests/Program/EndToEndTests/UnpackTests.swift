import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// `lede pack --remove`.
    @Suite struct UnpackTests {
        @Test("is:aboard unpacks incomplete articles, too, by itself and with other words")
        func everything() throws {
            let journey = try PackedJourney(articles: 3)
            for number in 0..<2 { journey.origin.route("/page\(number)", .response(500)) }
            #expect(try journey.lede("pack").status == 1)
            func counts() throws -> [Int?] {
                let status = try journey.status()
                return ["aboard", "partly"].map { status[$0] as? Int }
            }
            #expect(try counts() == [1, 2])
            let one = try journey.lede("pack", "--remove", "is:aboard \"Ferry 0\"")
            #expect(one.output == "unpacked: 1 article\n")
            #expect(try counts() == [1, 1])
            #expect(try journey.lede("pack", "--remove", "is:aboard").output == "unpacked: 2 articles\n")
            #expect(try counts() == [0, 0])
        }
    }
}
