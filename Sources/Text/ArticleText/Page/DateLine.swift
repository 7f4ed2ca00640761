/// Recognises lines that contain a date and little else.
enum DateLine {
    private static let maximumLength = 50
    /// Maximum number of words of a date with its weekday, its month and a word for "updated".
    private static let maximumWords = 5

    /// True for "3 April 2020", "Updated: 03.04.2020, 19:49 Uhr" and the like.
    static func isDate(_ line: String) -> Bool {
        guard line.count <= maximumLength else { return false }
        let words = line.split { !$0.isLetter && !$0.isNumber }
        let numbers = words.filter { $0.allSatisfy(\.isNumber) }
        let hasYear = numbers.contains { $0.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
        let isTime = numbers.count == 2 && line.contains(":") && numbers.allSatisfy { $0.count <= 2 }
        guard (hasYear && numbers.count > 1) || isTime, numbers.allSatisfy({ $0.count != 3 }) else { return false }
        return words.count - numbers.count <= maximumWords
    }
}
