internal import Basics
internal import HTTPTransport
internal import HTTPTypes

/// Makes a response's head from the lines that curl delivers, one at a time (RFC 9112 §4, §5).
struct HeadParser {
    /// The result of parsing a line.
    enum Outcome: Equatable {
        case unfinished
        /// The final response's header section is complete.
        case head(HTTPResponse)
        /// The name of the limit that was exceeded.
        case tooLarge(String)
    }

    /// Maximum number of header fields. HTTPFields holds fewer than 65,535, and no real response needs that many.
    private static let countLimit = 10_000

    private let byteLimit: Int
    private var byteCount = 0
    private var status = HTTPResponse.Status(code: 0)
    private var fields: [(name: HTTPField.Name?, value: [UInt8])] = []
    /// True if the final response's header section is complete.
    private(set) var isComplete = false

    /// - Parameter byteLimit: the limit for all lines together, including the lines of 1xx responses and trailers.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    mutating func consume(_ line: some BidirectionalCollection<UInt8>) -> Outcome {
        byteCount += line.count
        guard byteCount <= byteLimit else {
            return .tooLarge("header section larger than \(ByteLimit.words(byteLimit))")
        }
        // Trailers follow the body and are ignored.
        guard !isComplete else { return .unfinished }
        let content = Self.trimmed(line) { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        if content.isEmpty { return end() }
        if fields.isEmpty, content.starts(with: "HTTP/".utf8) {
            status = Self.status(content)
            return .unfinished
        }
        guard fields.count < Self.countLimit else {
            return .tooLarge("more than \(Numbers.grouped(Self.countLimit)) header fields")
        }
        append(content)
        return .unfinished
    }

    private mutating func end() -> Outcome {
        // RFC 9110 §15.2: any number of 1xx responses may come before the final one.
        guard !(100...199).contains(status.code) else {
            fields = []
            return .unfinished
        }
        isComplete = true
        var headerFields = HTTPFields()
        for case (let name?, let value) in fields {
            headerFields.append(value.withUnsafeBytes { HTTPField(name: name, received: $0) })
        }
        // RFC 9112 §6.3: Transfer-Encoding overrides the length, so the length must not be reported.
        if headerFields.contains(.transferEncoding) { headerFields[.contentLength] = nil }
        fields = []
        return .head(HTTPResponse(status: status, headerFields: headerFields))
    }

    private mutating func append(_ line: some BidirectionalCollection<UInt8>) {
        if let first = line.first, first.isOptionalWhiteSpace, !fields.isEmpty {
            // RFC 9112 §5.2: a folded line continues the value after one space.
            fields[fields.count - 1].value += [UInt8(ascii: " ")] + Self.trimmed(line, \.isOptionalWhiteSpace)
            return
        }
        // A line whose name has an invalid character, such as a space before the colon, is ignored (RFC 9112 §5.1).
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.startIndex
        let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        fields.append((name, Array(Self.trimmed(line[colon...].dropFirst(), \.isOptionalWhiteSpace))))
    }

    /// Reads `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private static func status(_ line: some Collection<UInt8>) -> HTTPResponse.Status {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let code = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : nil
        let reason = parts.count > 2 ? latin1(parts[2]) : ""
        return HTTPResponse.Status(code: code.flatMap { (0...999).contains($0) ? $0 : nil } ?? 0, reasonPhrase: reason)
    }

    /// Returns each byte as one character (ISO 8859-1).
    private static func latin1(_ bytes: some Collection<UInt8>) -> String {
        guard !bytes.allSatisfy({ $0 < 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed<Bytes: BidirectionalCollection<UInt8>>(
        _ bytes: Bytes, _ isTrimmed: (UInt8) -> Bool
    ) -> Bytes.SubSequence {
        var trimmed = bytes.drop(while: isTrimmed)
        while let last = trimmed.last, isTrimmed(last) { trimmed.removeLast() }
        return trimmed
    }
}

extension HTTPResponse {
    /// The reason why the end of the body is unknown and the response invalid (RFC 9112 §6.3); nil for a valid length,
    /// or none. curl itself would accept one of several lengths, and the leading digits of a malformed one.
    var lengthFault: String? {
        guard status.code != 204, status.code != 304 else { return nil }
        let lengths = headerFields[values: .contentLength].flatMap { value in
            value.split { $0 == "," || $0 == " " || $0 == "\t" }
        }
        guard Set(lengths).count < 2 else { return "the response has several different Content-Lengths" }
        return lengths.allSatisfy { ContentRange.position($0) != nil }
            ? nil : "the response has an invalid Content-Length"
    }
}
