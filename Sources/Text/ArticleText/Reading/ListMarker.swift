import Basics
import Markup

/// The markers of a list's items: bullets that depend on the depth, or numbers in the list's own style.
struct ListMarker {
    /// The style of an ordered list's numbers (HTML §4.4.5, `type`).
    private enum Numbering {
        case decimal, letters(upper: Bool), roman(upper: Bool)
    }

    private static let bullets = ["•", "◦", "▪"]

    private let bullet: String?
    private let numbering: Numbering
    private let step: Int
    private var next: Int
    /// The lengths of the markers so far.
    private var widest = 0
    private var narrowest = Int.max
    /// Maximum length of a marker that is aligned with the others; a longer one is outdented.
    private static let maximumAlignedWidth = 8

    /// A list without numbers, inside `depth` others of its kind.
    init(depth: Int) {
        bullet = Self.bullets[min(depth, Self.bullets.count - 1)]
        numbering = .decimal
        step = 0
        next = 0
    }

    /// A numbered list with these attributes.
    init(start: String?, type: String?, isReversed: Bool) {
        bullet = nil
        let start = start.flatMap(Self.number)
        // A reversed list counts up if its items could not be counted.
        step = isReversed && start != nil ? -1 : 1
        next = start ?? 1
        numbering =
            switch type {
            case "a": .letters(upper: false)
            case "A": .letters(upper: true)
            case "i": .roman(upper: false)
            case "I": .roman(upper: true)
            default: .decimal
            }
    }

    /// The marker of an item outside any list.
    static let stray = bullets[0]

    /// Returns the marker of the next item; `value` is the item's own number.
    mutating func advance(value: String?) -> String {
        if let bullet { return bullet }
        let number = value.flatMap(Self.number) ?? next
        next = number + step
        let marker = text(of: number) + "."
        widest = max(widest, min(marker.utf8.count, Self.maximumAlignedWidth))
        narrowest = min(narrowest, marker.utf8.count)
        return marker
    }

    /// True if all markers have the same length.
    var isAligned: Bool { narrowest >= widest }

    /// Returns a number of this list with leading spaces, so that all numbers end in one column. Bullets of a list
    /// directly inside this one stay unchanged.
    func aligned(_ marker: String) -> String {
        guard marker.utf8.last == UInt8(ascii: ".") else { return marker }
        return String(repeating: " ", count: max(0, widest - marker.utf8.count)) + marker
    }

    /// Accepts the numbers of ordinary lists; extreme ones would overflow or fill the screen.
    private static func number(_ text: String) -> Int? {
        Int(WhiteSpace.collapsed(text), within: -1_000_000_000...1_000_000_000)
    }

    private func text(of number: Int) -> String {
        switch numbering {
        case .letters(let upper) where number > 0: Self.letters(number, first: upper ? "A" : "a")
        case .roman(let upper) where 1..<4_000 ~= number: Self.roman(number, upper: upper)
        default: String(number)
        }
    }

    /// Counts a … z, aa, ab …
    private static func letters(_ number: Int, first: Unicode.Scalar) -> String {
        var rest = number
        var letters: [UInt8] = []
        while rest > 0 {
            rest -= 1
            letters.append(UInt8(ascii: first) + UInt8(rest % 26))
            rest /= 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    private static func roman(_ number: Int, upper: Bool) -> String {
        var rest = number
        var text = ""
        for (value, digits) in romanDigits {
            while rest >= value {
                text += upper ? digits.uppercased() : digits
                rest -= value
            }
        }
        return text
    }

    private static let romanDigits = [
        (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
}
