import Foundation
import Testing

extension EndToEnd {
    /// Requests that change marks on `lede serve`.
    @Suite struct ServedMarkTests {
        private let home: TemporaryHome

        init() throws {
            home = try TemporaryHome()
        }

        /// Returns the response to a request with this number of marks, on articles that the server does not know.
        private func response(toMarks count: Int, _ server: ServedLibrary) throws -> String {
            let marks = (0..<count).map { "{\"id\":\"urn:a:\($0)\",\"read\":true}" }
            let body = "{\"ops\":[\(marks.joined(separator: ","))]}"
            return try server.ask(
                "POST /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }

        @Test("A request with too many marks is refused as a whole, and the refusal names the limit")
        func tooManyMarks() throws {
            let server = try ServedLibrary(home)
            let served = try response(toMarks: 1_000, server)
            #expect(served.hasPrefix("HTTP/1.1 200 ") && served.contains("\"urn:a:999\""), "\(served.prefix(200))")
            let refused = try response(toMarks: 1_001, server)
            #expect(refused.hasPrefix("HTTP/1.1 413 "), "\(refused)")
            #expect(refused.hasSuffix("{\"error\":\"more than 1,000 marks in one request\"}"), "\(refused)")
        }
    }
}
