/// A block character (U+2580–259F), described by the part of a cell that has the foreground's colour. The other
/// characters of that range are these with the two colours swapped.
struct BlockShape {
    let symbol: Unicode.Scalar
    /// The samples in the foreground's colour.
    let area: Int32

    /// The samples of a whole cell.
    static let cellArea = Int32(CellSamples.side * CellSamples.side)

    /// The positions in `all` of a cell without foreground, and of the characters made of quarters and of eighths.
    static let none = 0
    static let quarters = 0..<8
    static let lowerEighths = 8..<15
    static let leftEighths = 15..<22

    /// All shapes. With quarters alone an edge can only be in the middle of a cell. With eighths, six photographs of 40
    /// to 60 columns have 2–8 % less error in 256 colours, and 7–15 % less in 24 bits.
    static let all: [BlockShape] =
        quarters.map { BlockShape(symbol: quadrants[$0], area: Int32($0.nonzeroBitCount) * cellArea / 4) }
        + zip("▁▂▃▄▅▆▇".unicodeScalars, 1...).map { BlockShape(symbol: $0, area: $1 * Int32(CellSamples.side)) }
        + zip("▏▎▍▌▋▊▉".unicodeScalars, 1...).map { BlockShape(symbol: $0, area: $1 * Int32(CellSamples.side)) }

    /// Indexed by the quarters in the foreground's colour: upper left 1, upper right 2, lower left 4, lower right 8.
    static let quadrants: [Unicode.Scalar] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// Returns the mean of samples with this sum; zero if there are none.
    static func mean(_ sum: CellSamples.Parts, _ area: Int32) -> CellSamples.Parts {
        (sum &* reciprocals[Int(area)]) &>> CellSamples.Parts(repeating: 16)
    }

    /// 65,536 divided by each area, rounded up so that the mean of equal samples is their value.
    private static let reciprocals: [Int32] = [0] + (1...cellArea).map { ((1 << 16) + $0 - 1) / $0 }
}
