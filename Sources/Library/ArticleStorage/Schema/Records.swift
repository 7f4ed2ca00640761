import FeedModel

/// Stores authors, tags, enclosures and the values of lists in one column each. Each element is a record and each of
/// its fields a unit, separated by ASCII's record and unit separators, which no shown text can hold. An empty list is a
/// null column; an absent field is an empty unit.
enum Records {
    private static let record: Character = "\u{1E}"
    private static let unit: Character = "\u{1F}"

    static func encode(_ authors: [Author]) -> String? {
        encode(authors) { [$0.name, $0.url, $0.email] }
    }

    static func encode(_ tags: [String]) -> String? {
        encode(tags) { [$0] }
    }

    static func encode(_ enclosures: [Enclosure]) -> String? {
        encode(enclosures) {
            [$0.url, $0.mimeType, $0.title, $0.size.map(String.init), $0.duration.map { "\($0)" }]
        }
    }

    static func encode(_ values: [OPMLValue]) -> String? {
        encode(values) { [$0.name, $0.value] }
    }

    static func values(_ column: String?) -> [OPMLValue] {
        decode(column, units: 2).map { OPMLValue(name: $0[0] ?? "", value: $0[1] ?? "") }
    }

    static func authors(_ column: String?) -> [Author] {
        decode(column, units: 3).map { Author(name: $0[0], url: $0[1], email: $0[2]) }
    }

    static func tags(_ column: String?) -> [String] {
        decode(column, units: 1).compactMap { $0[0] }
    }

    static func enclosures(_ column: String?) -> [Enclosure] {
        decode(column, units: 5).map {
            Enclosure(
                url: $0[0] ?? "", mimeType: $0[1], title: $0[2], size: $0[3].flatMap(Int64.init),
                duration: $0[4].flatMap(Double.init))
        }
    }

    private static func encode<Value>(_ values: [Value], _ units: (Value) -> [String?]) -> String? {
        guard !values.isEmpty else { return nil }
        var column = ""
        for (index, value) in values.enumerated() {
            if index > 0 { column.append(record) }
            for (index, text) in units(value).enumerated() {
                if index > 0 { column.append(unit) }
                if let text { column += withoutSeparators(text) }
            }
        }
        return column
    }

    private static func withoutSeparators(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x1E || $0 == 0x1F }) else { return text }
        return String(decoding: text.utf8.filter { $0 != 0x1E && $0 != 0x1F }, as: UTF8.self)
    }

    private static func decode(_ column: String?, units count: Int) -> [[String?]] {
        guard let column else { return [] }
        return column.split(separator: record, omittingEmptySubsequences: false).map { text in
            let units = text.split(separator: unit, omittingEmptySubsequences: false)
            return (0..<count).map { $0 < units.count && !units[$0].isEmpty ? String(units[$0]) : nil }
        }
    }
}

/// The lists of an item as they are stored.
struct ItemRecords: Sendable {
    let authors: String?
    let tags: String?
    let enclosures: String?

    init(of item: borrowing ParsedItem) {
        authors = Records.encode(item.authors)
        tags = Records.encode(item.tags)
        enclosures = Records.encode(item.enclosures)
    }
}
