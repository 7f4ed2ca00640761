/// Reads requests from a stream of bytes (RFC 9112).
struct RequestReader {
    struct Message {
        var method: String
        var target: String
        var fields: [RawField]
        var body: [UInt8] = []
    }

    private static let headLimit = 1 << 20

    private let receive: (UnsafeMutableRawBufferPointer) -> Int
    private var buffer: [UInt8] = []

    /// - Parameter receive: like `recv`: the number of bytes read; 0 or less at the end.
    init(_ receive: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
        self.receive = receive
    }

    /// Returns the next complete request; nil if the client has closed the connection or does not send HTTP.
    mutating func next() -> Message? {
        guard let end = headEnd() else { return nil }
        guard var message = Self.parse(buffer[..<end]) else { return nil }
        buffer.removeFirst(end)
        guard let body = body(of: message) else { return nil }
        message.body = body
        return message
    }

    // MARK: Head

    /// Returns the end of the header section, including its empty line.
    private mutating func headEnd() -> Int? {
        let emptyLine = Array("\r\n\r\n".utf8)
        var searched = 0
        while buffer.count < Self.headLimit {
            let start = max(0, searched - 3)
            if let range = buffer[start...].firstRange(of: emptyLine) { return range.upperBound }
            searched = buffer.count
            guard fill() else { return nil }
        }
        return nil
    }

    private static func parse(_ head: ArraySlice<UInt8>) -> Message? {
        let lines = head.split(separator: UInt8(ascii: "\n"))
            .map { latin1($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }.filter { !$0.isEmpty }
        let requestLine = lines.first?.split(separator: " ") ?? []
        guard requestLine.count == 3 else { return nil }
        let fields = lines.dropFirst().compactMap { line in
            line.firstIndex(of: ":").map { colon in
                RawField(String(line[..<colon]), trimmed(line[line.index(after: colon)...]))
            }
        }
        return Message(method: String(requestLine[0]), target: String(requestLine[1]), fields: fields)
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ value: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        guard let last = value.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(value[...last].drop(while: isSpace))
    }

    // MARK: Body

    private mutating func body(of message: Message) -> [UInt8]? {
        let value = { (name: String) in message.fields.first { $0.name.lowercased() == name }?.value }
        if value("transfer-encoding")?.lowercased() == "chunked" { return chunkedBody() }
        guard let length = value("content-length").flatMap({ Int($0) }) else { return [] }
        return take(length)
    }

    private mutating func chunkedBody() -> [UInt8]? {
        var body: [UInt8] = []
        while let line = takeLine(), let size = Int(line.prefix { $0 != ";" }, radix: 16) {
            guard let chunk = take(size), takeLine() != nil else { return nil }
            guard size > 0 else { return body }
            body += chunk
        }
        return nil
    }

    private mutating func takeLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                return take(end + 1).map { Self.latin1($0.dropLast(2)) }
            }
            guard fill() else { return nil }
        }
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard fill() else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private mutating func fill() -> Bool {
        let piece = [UInt8](unsafeUninitializedCapacity: 16 << 10) { bytes, count in
            count = max(0, receive(UnsafeMutableRawBufferPointer(bytes)))
        }
        buffer += piece
        return !piece.isEmpty
    }
}
