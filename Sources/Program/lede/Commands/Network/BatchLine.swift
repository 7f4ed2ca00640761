/// A line of input, which need not be a request.
struct BatchLine: Decodable {
    let id: BatchRequest.ID?
    /// Keys that no request has: perhaps misspelt ones.
    let unknownKeys: [String]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        let idKey = Key(stringValue: "id")
        id = try? line.decode(BatchRequest.ID.self, forKey: idKey)
        unknownKeys = line.allKeys.map(\.stringValue)
            .filter { $0 != idKey.stringValue && BatchRequest.CodingKeys(stringValue: $0) == nil }
    }
}
