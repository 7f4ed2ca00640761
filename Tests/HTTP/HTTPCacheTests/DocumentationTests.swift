import Foundation
import Testing

@Suite("Documentation of the cache library")
struct DocumentationTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    private static func files(below folder: String, _ suffix: String) throws -> [URL] {
        let folder = sources.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }
            .map { folder.appending(path: $0) }
    }

    @Test("Every code snippet in the articles is part of an example that is compiled with the tests")
    func code() throws {
        let examples = try Self.files(below: "Workshop/Examples", ".swift").map {
            try Self.lines(of: $0).joined(separator: "\n")
        }
        var count = 0
        for article in try Self.files(below: "HTTP", ".md") {
            for block in try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n")
                .dropFirst()
            {
                let code = block.components(separatedBy: "```")[0].split(separator: "\n").map { Self.trimmed($0) }
                    .filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n")
                #expect(examples.contains { $0.contains(code) }, "\(article.lastPathComponent): \(code)")
                count += 1
            }
        }
        #expect(count >= 5)
    }

    @Test(
        "Every public declaration of the products has a comment",
        arguments: ["HTTPCache", "HTTPTransport", "CurlTransport", "HTTPCacheFoundation"])
    func comments(_ module: String) throws {
        var bare: [String] = []
        for file in try Self.files(below: "HTTP/\(module)", ".swift") {
            var isDocumented = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(Self.trimmed) {
                if line.hasPrefix("public "), !line.hasPrefix("public import"), !line.hasPrefix("public extension"),
                    !isDocumented
                {
                    bare.append("\(file.lastPathComponent): \(line)")
                }
                isDocumented = line.hasPrefix("///") || (isDocumented && line.hasPrefix("@"))
            }
        }
        #expect(bare == [])
    }

    private static func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { trimmed($0) }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    private static func trimmed(_ line: some StringProtocol) -> String {
        line.trimmingCharacters(in: .whitespaces)
    }
}
