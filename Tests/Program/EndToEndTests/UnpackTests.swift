import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// `lede pack --remove`.
    @Suite struct UnpackTests {
        @Test(
            "is:packed unpacks incomplete articles, too; by itself also those that a rule hides",
            arguments: ["is:packed", "is:aboard"])
        func everything(_ search: String) throws {
            let journey = try PackedJourney(articles: 3)
            for number in 0..<2 { journey.origin.route("/page\(number)", .response(500)) }
            #expect(try journey.lede("pack").status == 1)
            func counts() throws -> [Int?] {
                let status = try journey.status()
                return ["aboard", "partly"].map { status[$0] as? Int }
            }
            #expect(try counts() == [1, 2])
            let one = try journey.lede("pack", "--remove", "\(search) \"Ferry 0\"")
            #expect(one.output == "unpacked: 1 article\n")
            #expect(try counts() == [1, 1])
            try journey.home.configure("[[kill]]\ntitle = \"Ferry 1\"\n")
            #expect(try journey.lede("pack", "--remove", search).output == "unpacked: 2 articles\n")
            #expect(try counts() == [0, 0])
        }
    }
}
