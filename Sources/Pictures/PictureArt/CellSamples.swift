/// The sums of the samples of a cell, over all parts that a block character may colour.
struct CellSamples {
    /// Red, green, blue and alpha.
    typealias Parts = SIMD4<Int32>

    /// A cell has 8 × 8 samples: block characters divide it into eighths.
    static let side = 8

    private(set) var sum = Parts()
    /// The sums by the positions in `BlockShape.all`.
    private var sums = [Parts](repeating: Parts(), count: BlockShape.all.count)
    /// Bits of the quarters that are more opaque than transparent.
    private(set) var opaqueQuarters = 15
    private var quarters = [Parts](repeating: Parts(), count: 4)
    private var rows = [Parts](repeating: Parts(), count: side)
    private var columns = [Parts](repeating: Parts(), count: side)

    func sum(in shape: Int) -> Parts { sums[shape] }

    /// The sum and the number of the samples in opaque quarters.
    var opaquePart: (sum: Parts, area: Int32) {
        var sum = Parts()
        for quarter in 0..<4 where opaqueQuarters >> quarter & 1 == 1 { sum &+= quarters[quarter] }
        return (sum, Int32(opaqueQuarters.nonzeroBitCount) * BlockShape.cellArea / 4)
    }

    /// Reads the samples of a cell.
    ///
    /// - Parameters:
    ///   - corner: the position of the cell's first byte.
    ///   - row: the bytes in a row of samples.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, from corner: Int, row: Int) {
        clear()
        for y in 0..<Self.side {
            var halves = (Parts(), Parts())
            for x in 0..<Self.side {
                let at = corner &+ y &* row &+ x &* 4
                let sample = Parts(
                    Int32(bytes[at]), Int32(bytes[at &+ 1]), Int32(bytes[at &+ 2]), Int32(bytes[at &+ 3]))
                columns[x] &+= sample
                if x < Self.side / 2 { halves.0 &+= sample } else { halves.1 &+= sample }
            }
            rows[y] = halves.0 &+ halves.1
            let quarter = y < Self.side / 2 ? 0 : 2
            quarters[quarter] &+= halves.0
            quarters[quarter + 1] &+= halves.1
        }
        add()
        if sum[3] < Self.opaqueSum { readQuarters(bytes, from: corner, row: row) }
    }

    /// A cell with a smaller sum of alpha has transparent parts.
    private static let opaqueSum = 250 * BlockShape.cellArea

    /// Reads a cell with transparent parts. Each quarter gets one colour, the mean of its opaque part.
    private mutating func readQuarters(_ bytes: UnsafeBufferPointer<UInt8>, from corner: Int, row: Int) {
        clear()
        opaqueQuarters = 0
        let half = Self.side / 2
        for quarter in 0..<4 {
            let start = corner + quarter / 2 * half * row + quarter % 2 * half * 4
            let (color, isOpaque) = Self.mean(bytes, from: start, row: row)
            if isOpaque { opaqueQuarters |= 1 << quarter }
            quarters[quarter] = color &* Int32(half * half)
            for step in 0..<half {
                rows[quarter / 2 * half + step] &+= color &* Int32(half)
                columns[quarter % 2 * half + step] &+= color &* Int32(half)
            }
        }
        add()
    }

    /// Returns the mean colour of a quarter, and true if it is more opaque than transparent.
    private static func mean(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, row: Int
    ) -> (color: Parts, isOpaque: Bool) {
        var (sum, opacity) = (Parts(), Int32(0))
        for y in 0..<side / 2 {
            for x in 0..<side / 2 {
                let at = start + y * row + x * 4
                let alpha = Int32(bytes[at + 3])
                sum &+= Parts(Int32(bytes[at]), Int32(bytes[at + 1]), Int32(bytes[at + 2]), 0) &* alpha
                opacity += alpha
            }
        }
        guard opacity > 0 else { return (Parts(), false) }
        return (sum / Parts(repeating: opacity), opacity >= 128 * BlockShape.cellArea / 4)
    }

    private mutating func clear() {
        opaqueQuarters = 15
        for index in 0..<4 { quarters[index] = Parts() }
        for index in 0..<Self.side { (rows[index], columns[index]) = (Parts(), Parts()) }
    }

    /// Adds up the samples of each block character.
    private mutating func add() {
        for shape in BlockShape.quarters {
            sums[shape] = Parts()
            for quarter in 0..<3 where shape >> quarter & 1 == 1 { sums[shape] &+= quarters[quarter] }
        }
        var (low, left) = (Parts(), Parts())
        for step in 0..<Self.side - 1 {
            low &+= rows[Self.side - 1 - step]
            left &+= columns[step]
            sums[BlockShape.lowerEighths.lowerBound + step] = low
            sums[BlockShape.leftEighths.lowerBound + step] = left
        }
        sum = low &+ rows[0]
    }
}
