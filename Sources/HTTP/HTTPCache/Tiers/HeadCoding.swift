internal import HTTPTransport
internal import HTTPTypes

/// Encodes stored heads as bytes: little-endian numbers, length-prefixed strings and field values, and a checksum at
/// the end.
enum HeadCoding {
    /// Increase it with each change of the layout; a head of another version is a miss.
    private static let version: UInt8 = 1
    /// In bytes; larger heads move while they are encoded.
    private static let usualSize = 768

    static func encode(_ stored: StoredResponse) -> [UInt8] {
        var writer = Writer()
        writer.bytes.reserveCapacity(usualSize)
        writer.bytes.append(version)
        writer.string(stored.key.text)
        writer.integer(stored.status)
        writer.string(stored.reason)
        writer.number(stored.requestTime)
        writer.number(stored.responseTime)
        writer.integer(stored.bodyBytes)
        writer.integer(Int(bitPattern: UInt(stored.digest.high)))
        writer.integer(Int(bitPattern: UInt(stored.digest.low)))
        writer.integer(stored.fragment?.first ?? -1)
        writer.integer(stored.fragment?.last ?? -1)
        writer.integer(stored.fragment?.total ?? -1)
        writer.list(stored.selecting) { writer, field in
            writer.string(field.name)
            writer.integer(field.value == nil ? 0 : 1)
            writer.string(field.value ?? "")
        }
        writer.list(Array(stored.fields)) { writer, field in
            writer.string(field.name.rawName)
            field.withUnsafeBytesOfValue { writer.data(UnsafeRawBufferPointer($0)) }
        }
        writer.list(Array(stored.userInfo)) { writer, pair in
            writer.string(pair.key)
            writer.string(pair.value)
        }
        writer.integer(Int(bitPattern: UInt(BodyDigest(of: writer.bytes).low)))
        return writer.bytes
    }

    /// Returns an upper bound for the size of the result of `encode`, in bytes.
    static func maximumHeadLength(
        key: CacheKey, reason: String, fields: HTTPFields, selecting: [SelectingField], userInfo: [String: String]
    ) -> Int {
        let fields = fields.reduce(0) { $0 + $1.name.rawName.utf8.count + 2 * $1.value.utf8.count + 16 }
        let selecting = selecting.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) + 24 }
        let userInfo = userInfo.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 16 }
        return 256 + key.text.utf8.count + reason.utf8.count + fields + selecting + userInfo
    }

    /// Returns nil if the checksum, the version or a field is wrong.
    static func decode(_ bytes: UnsafeRawBufferPointer, id: Int64) -> StoredResponse? {
        var reader = Reader(bytes: UnsafeRawBufferPointer(rebasing: bytes.dropLast(8)))
        var checksum = Reader(bytes: UnsafeRawBufferPointer(rebasing: bytes.suffix(8)))
        guard checksum.integer() == Int(bitPattern: UInt(BodyDigest(of: reader.bytes).low)), reader.byte() == version,
            let key = reader.string(), let status = reader.integer(), (100...999).contains(status),
            let reason = reader.string(), let requestTime = reader.number(), let responseTime = reader.number(),
            let bodyBytes = reader.integer(), let high = reader.integer(), let low = reader.integer(),
            let first = reader.integer(), let last = reader.integer(), let total = reader.integer(),
            let selecting = reader.list({ $0.selectingField() }), let fields = reader.list({ $0.field() }),
            let userInfo = reader.list({ $0.pair() })
        else { return nil }
        return StoredResponse(
            id: id, key: CacheKey(stored: key), status: status, reason: reason, fields: HTTPFields(fields),
            selecting: selecting, requestTime: requestTime, responseTime: responseTime,
            userInfo: userInfo.isEmpty ? [:] : Dictionary(userInfo) { $1 }, bodyBytes: bodyBytes,
            digest: BodyDigest(high: UInt64(UInt(bitPattern: high)), low: UInt64(UInt(bitPattern: low))),
            fragment: first < 0 ? nil : .init(first: first, last: last, total: total < 0 ? nil : total),
            headBytes: bytes.count)
    }
}

private struct Writer {
    var bytes: [UInt8] = []

    mutating func integer(_ value: Int) {
        withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func number(_ value: Double) {
        integer(Int(bitPattern: UInt(value.bitPattern)))
    }

    mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { data(UnsafeRawBufferPointer($0)) }
    }

    mutating func data(_ data: UnsafeRawBufferPointer) {
        withUnsafeBytes(of: UInt32(data.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: data)
    }

    mutating func list<Element>(_ elements: [Element], _ write: (inout Writer, Element) -> Void) {
        integer(elements.count)
        for element in elements { write(&self, element) }
    }
}

private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    mutating func byte() -> UInt8? {
        consume(1)?.first
    }

    mutating func integer() -> Int? {
        consume(8).map { Int(Int64(littleEndian: $0.loadUnaligned(as: Int64.self))) }
    }

    mutating func number() -> Double? {
        integer().map { Double(bitPattern: UInt64(UInt(bitPattern: $0))) }
    }

    mutating func string() -> String? {
        data().map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func data() -> UnsafeRawBufferPointer? {
        guard let length = consume(4) else { return nil }
        return consume(Int(UInt32(littleEndian: length.loadUnaligned(as: UInt32.self))))
    }

    mutating func list<Element>(_ read: (inout Reader) -> Element?) -> [Element]? {
        // Each element takes at least four bytes, which limits the count in a damaged head.
        guard let count = integer(), count >= 0, count <= (bytes.count - position) / 4 else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count {
            guard let element = read(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }

    mutating func selectingField() -> SelectingField? {
        guard let name = string(), let isPresent = integer(), let value = string() else { return nil }
        return SelectingField(name: name, value: isPresent == 1 ? value : nil)
    }

    mutating func field() -> HTTPField? {
        guard let name = string().flatMap({ HTTPField.Name($0) }), let value = data() else { return nil }
        return HTTPField(name: name, received: value)
    }

    mutating func pair() -> (String, String)? {
        guard let key = string(), let value = string() else { return nil }
        return (key, value)
    }

    private mutating func consume(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }
}
