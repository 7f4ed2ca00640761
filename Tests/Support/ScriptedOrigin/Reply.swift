/// An origin's response: steps in order. After them the connection stays open for the next request, unless a step has
/// closed it.
package struct Reply: Sendable {
    /// One action of an origin.
    package enum Step: Sendable {
        /// Bytes that are sent unchanged.
        case bytes([UInt8])
        /// A body that is sent unchanged, except in response to HEAD.
        case body([UInt8])
        /// The body in pieces of this many bytes; each waits at the gate first.
        case drip([UInt8], pieceSize: Int, Gate)
        /// The same bytes repeatedly, until the client closes the connection.
        case endless([UInt8])
        /// Waits until the gate opens or the client closes the connection.
        case wait(Gate)
        /// The connection ends normally (FIN).
        case close
        /// The connection is reset (RST).
        case reset
    }

    package var steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Returns this reply, which is sent after the gate opens.
    package func after(_ gate: Gate) -> Reply {
        Reply([.wait(gate)] + steps)
    }

    /// Returns this reply, followed by these steps.
    package func then(_ steps: Step...) -> Reply {
        Reply(self.steps + steps)
    }
}

extension Reply: CustomStringConvertible {
    package var description: String {
        steps.map(\.description).joined(separator: ", ")
    }
}

extension Reply.Step: CustomStringConvertible {
    /// Short for any number of bytes, because test reports print it.
    package var description: String {
        switch self {
        case .bytes(let bytes): "bytes \(Self.beginning(of: bytes))"
        case .body(let bytes): "body \(Self.beginning(of: bytes))"
        case .drip(let bytes, let pieceSize, _): "drip \(Self.beginning(of: bytes)) by \(pieceSize)"
        case .endless: "endless"
        case .wait: "wait"
        case .close: "close"
        case .reset: "reset"
        }
    }

    private static func beginning(of bytes: [UInt8]) -> String {
        "\(String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription) (\(bytes.count))"
    }
}

// MARK: - Well-formed

extension Reply {
    /// Returns a complete response. `Content-Length` is added unless the status forbids a body or `fields` define its
    /// length; no other field is added.
    package static func response(
        _ status: Int = 200, fields: KeyValuePairs<String, String> = [:], body: String = ""
    ) -> Reply {
        response(status, fields: fields.map { RawField($0, $1) }, body: Array(body.utf8))
    }

    /// Returns a complete response with fields and body as bytes.
    package static func response(_ status: Int = 200, fields: [RawField], body: [UInt8]) -> Reply {
        let names = fields.map { $0.name.lowercased() }
        let isFramed = names.contains("content-length") || names.contains("transfer-encoding")
        let mayHaveBody = status >= 200 && status != 204 && status != 304
        let length = isFramed || !mayHaveBody ? [] : [RawField("Content-Length", String(body.count))]
        return Reply([head(status, fields + length), .body(body)])
    }

    /// Returns a body in chunks (RFC 9112 §7.1).
    package static func chunked(
        _ status: Int = 200, fields: KeyValuePairs<String, String> = [:], chunks: [String]
    ) -> Reply {
        let fields = fields.map { RawField($0, $1) } + [RawField("Transfer-Encoding", "chunked")]
        let coded = chunks.map { String($0.utf8.count, radix: 16) + "\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
        return Reply([head(status, fields), .body(Array(coded.utf8))])
    }

    /// Returns 304 if the request's `If-None-Match` contains `etag` or, without that field, its `If-Modified-Since`
    /// equals `lastModified`; otherwise the response. Both carry the validators and `fields`.
    package static func validated(
        _ request: RecordedRequest, etag: String? = nil, lastModified: String? = nil,
        fields: KeyValuePairs<String, String> = [:], body: String
    ) -> Reply {
        let validators =
            [etag.map { RawField("ETag", $0) }, lastModified.map { RawField("Last-Modified", $0) }].compactMap(\.self)
        let isUnchanged =
            if let tags = request["If-None-Match"] {
                etag.map { tags == "*" || tags.contains($0) } ?? false
            } else {
                lastModified != nil && request["If-Modified-Since"] == lastModified
            }
        let fields = fields.map { RawField($0, $1) } + validators
        return response(isUnchanged ? 304 : 200, fields: fields, body: isUnchanged ? [] : Array(body.utf8))
    }

    /// Returns a header section, sent unchanged.
    package static func head(_ status: Int, _ fields: [RawField]) -> Step {
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        return .bytes(latin1("HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n"))
    }

    /// Returns one byte per character; other characters become `?`.
    package static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }
}

// MARK: - Faults

extension Reply {
    /// The connection is reset before the first byte of the response.
    package static var reset: Reply { Reply([.reset]) }

    /// The connection ends before the first byte of the response.
    package static var closed: Reply { Reply([.close]) }

    /// Returns a reply of these bytes and the end of the connection.
    package static func raw(_ text: String) -> Reply {
        Reply([.bytes(latin1(text)), .close])
    }

    /// Returns a body that ends before its `Content-Length` does.
    package static func truncated(
        _ status: Int = 200, fields: KeyValuePairs<String, String> = [:], body: String, declaring length: Int
    ) -> Reply {
        let fields = fields.map { RawField($0, $1) } + [RawField("Content-Length", String(length))]
        return response(status, fields: fields, body: Array(body.utf8)).then(.close)
    }

    /// Returns a body that never ends, in pieces of 64 KiB, without `Content-Length`.
    package static func endless(fields: KeyValuePairs<String, String> = [:]) -> Reply {
        Reply([
            head(200, fields.map { RawField($0, $1) } + [RawField("Connection", "close")]),
            .endless([UInt8](repeating: UInt8(ascii: "."), count: 64 << 10)),
        ])
    }

    /// Returns a response with this many header fields.
    package static func manyFields(_ count: Int) -> Reply {
        response(fields: (0..<count).map { RawField("X-\($0)", "v") }, body: [])
    }

    /// Sends status and fields; the body follows after the gate opens.
    package static func stalledBody(
        _ gate: Gate, fields: KeyValuePairs<String, String> = [:], body: String
    ) -> Reply {
        let whole = response(fields: fields, body: body).steps
        return Reply([whole[0], .wait(gate)] + whole.dropFirst())
    }
}
