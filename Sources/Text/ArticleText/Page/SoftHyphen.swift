import Markup

/// The soft hyphen (U+00AD), which pages write in several ways.
enum SoftHyphen {
    private static let spellings: [StaticString] = ["&shy;", "&#173;", "&#xad;"]

    /// Returns the length in bytes of the soft hyphen at `index`, or nil if there is another character.
    static func length(_ bytes: [UInt8], at index: Int, before end: Int) -> Int? {
        switch bytes[index] {
        case 0xC2: return index + 1 < end && bytes[index + 1] == 0xAD ? 2 : nil
        case UInt8(ascii: "&"):
            return spellings.first {
                index + $0.utf8CodeUnitCount <= end && bytes.hasBytes(ignoringCase: $0, at: index)
            }?.utf8CodeUnitCount
        default: return nil
        }
    }
}
