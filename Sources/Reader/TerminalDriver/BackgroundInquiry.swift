/// Asks a terminal for its background colour: OSC 11, followed by DA1, which all terminals answer and which marks the
/// end.
struct BackgroundInquiry: Equatable, Sendable {
    private enum Stage: Equatable {
        case unasked, asked, done
    }

    private var stage = Stage.unasked
    /// True if the background is dark; nil if the terminal did not say.
    private(set) var isDark: Bool?

    /// True if a reply from the terminal is due.
    var isReplyDue: Bool { stage == .asked }

    /// Returns the query; nil if it was sent already.
    mutating func begin() -> String? {
        guard stage == .unasked else { return nil }
        stage = .asked
        return "\u{1B}]11;?\u{1B}\\\u{1B}[c"
    }

    /// Handles a reply; returns false if it belongs to another query.
    mutating func receive(_ reply: TerminalReply) -> Bool {
        guard stage == .asked else { return false }
        switch reply {
        case .operatingSystem(let text) where text.hasPrefix("11;"):
            isDark = Self.isDark(String(text.dropFirst(3)))
            return true
        case .control(let text) where text.hasPrefix("?") && text.hasSuffix("c"):
            stage = .done
            return true
        default: return false
        }
    }

    /// Parses `rgb:1e1e/1e1e/2e2e`, with one to four digits for each part; nil if it is not a colour.
    static func isDark(_ color: String) -> Bool? {
        guard let colon = color.firstIndex(of: ":"), color[..<colon] == "rgb" || color[..<colon] == "rgba" else {
            return nil
        }
        let parts = color[color.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        let shares = parts.prefix(3).compactMap(share)
        guard parts.count == 3 || parts.count == 4, shares.count == 3 else { return nil }
        // The weights of the colours in perceived brightness (ITU-R BT.709).
        return 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2] < 0.5
    }

    private static func share(_ digits: Substring) -> Double? {
        guard 1...4 ~= digits.count else { return nil }
        var (value, greatest) = (0.0, 0.0)
        for digit in digits {
            guard let number = digit.hexDigitValue else { return nil }
            value = value * 16 + Double(number)
            greatest = greatest * 16 + 15
        }
        return value / greatest
    }
}
