/// Recognises lines that contain a date and little else.
enum DateLine {
    private static let maximumLength = 60
    /// Maximum number of words of a date with its weekday, its month and a word for "updated".
    private static let maximumWords = 5

    /// True for "3 April 2020", "Updated: 03.04.2020, 19:49 Uhr" and the like.
    static func isDate(_ line: String) -> Bool {
        guard line.count <= maximumLength else { return false }
        let words = words(of: line)
        let numbers = words.filter { $0.allSatisfy(\.isNumber) }
        let hasYear = numbers.contains { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
        let isTime = numbers.count == 2 && line.contains(":") && numbers.allSatisfy { $0.count <= 2 }
        guard (hasYear && numbers.count > 1) || isTime, numbers.allSatisfy({ $0.count != 3 }) else { return false }
        let names = words.filter { word in
            !word.allSatisfy(\.isNumber) && !word.allSatisfy(isCounter) && !vietnamese.contains(word.lowercased())
        }
        let hasCounters = words.contains { $0.allSatisfy(isCounter) }
        return hasCounters ? names.joined().count <= maximumSigns : names.count <= maximumWords
    }

    /// Maximum length, in characters, of the other words of a date in a script without spaces.
    private static let maximumSigns = 8

    /// Returns the words and numbers of a line. No space divides them in `2020年4月3日`.
    private static func words(of line: String) -> [Substring] {
        var words: [Substring] = []
        for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            var rest = word[...]
            while let end = rest.firstIndex(where: isCounter) {
                if end > rest.startIndex { words.append(rest[..<end]) }
                words.append(rest[end...end])
                rest = rest[rest.index(after: end)...]
            }
            if !rest.isEmpty { words.append(rest) }
        }
        return words
    }

    /// True for the signs after the numbers of a date in Chinese, Japanese and Korean.
    private static func isCounter(_ character: Character) -> Bool {
        !character.isASCII && "年月日号時时点分秒년월일시분".contains(character)
    }

    /// The Vietnamese words for weekday, day, month and year, which are beside the names: "Thứ Năm, ngày 20 tháng 11".
    private static let vietnamese: Set = ["thứ", "ngày", "tháng", "thg", "năm"]
}
