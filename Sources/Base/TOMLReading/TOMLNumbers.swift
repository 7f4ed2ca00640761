/// Reads numbers and truth values as TOML writes them.
enum TOMLNumbers {
    /// Nil if the word is neither.
    static func value(_ word: String) -> TOMLValue? {
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default: break
        }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            return digits(word.dropFirst(2), radix: radix).flatMap { Int($0, radix: radix) }.map { .integer($0) }
        }
        return decimal(word)
    }

    private static func decimal(_ word: String) -> TOMLValue? {
        let sign = word.first == "-" ? "-" : ""
        let body = word.first == "-" || word.first == "+" ? word.dropFirst() : word[...]
        let parts = body.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(mantissa[0], radix: 10), whole == "0" || !whole.hasPrefix("0") else { return nil }
        if parts.count == 1, mantissa.count == 1 { return Int(sign + whole).map { .integer($0) } }
        var text = sign + whole
        if mantissa.count == 2 {
            guard let fraction = digits(mantissa[1], radix: 10) else { return nil }
            text += "." + fraction
        }
        if parts.count == 2 {
            let isSigned = parts[1].first == "-" || parts[1].first == "+"
            guard let exponent = digits(isSigned ? parts[1].dropFirst() : parts[1], radix: 10) else { return nil }
            text += "e" + (parts[1].first == "-" ? "-" : "") + exponent
        }
        return Double(text).map { .float($0) }
    }

    /// Returns the digits without the underscores between them; nil if there is anything else.
    private static func digits(_ text: Substring, radix: Int) -> String? {
        guard text.first != "_", text.last != "_", !text.contains("__"), !text.isEmpty else { return nil }
        let digits = text.filter { $0 != "_" }
        let isNumber = digits.allSatisfy { $0.isASCII && ($0.hexDigitValue.map { $0 < radix } ?? false) }
        return isNumber ? String(digits) : nil
    }
}
