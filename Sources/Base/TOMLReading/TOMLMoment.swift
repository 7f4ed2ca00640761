/// Recognises dates and times (RFC 3339; without an offset they are local).
enum TOMLMoment {
    /// True for a date, a time, or both with `T` or a blank between them.
    static func isMoment(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        // A date has ten bytes, and so has a time with tenths of a second.
        guard bytes.count > 10 else { return isDate(bytes[...]) || isTime(bytes[...]) }
        guard [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]) else {
            return isTime(bytes[...])
        }
        return isDate(bytes[..<10]) && isTime(withoutOffset(bytes[11...]))
    }

    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let numbers = numbers(bytes, lengths: [4, 2, 2], separator: UInt8(ascii: "-")) else { return false }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard 1...12 ~= month else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...days[month - 1] ~= day
    }

    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].isEmpty || !parts[1].allSatisfy(isDigit) { return false }
        guard let numbers = numbers(parts[0], lengths: [2, 2, 2], separator: UInt8(ascii: ":")) else { return false }
        // 60 is a leap second.
        return numbers[0] < 24 && numbers[1] < 60 && numbers[2] <= 60
    }

    /// Drops `Z` or `+hh:mm`. A malformed offset stays, so that the time is refused.
    private static func withoutOffset(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if bytes.last == UInt8(ascii: "Z") || bytes.last == UInt8(ascii: "z") { return bytes.dropLast() }
        let offset = bytes.suffix(6)
        guard let sign = offset.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let numbers = numbers(offset.dropFirst(), lengths: [2, 2], separator: UInt8(ascii: ":")),
            numbers[0] < 24, numbers[1] < 60
        else { return bytes }
        return bytes.dropLast(6)
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>, lengths: [Int], separator: UInt8) -> [Int]? {
        let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.count) == lengths, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        return parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
