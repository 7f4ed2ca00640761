/// A slice with some of its parts replaced; without a replacement nothing is copied.
struct EditedCopy {
    /// Maximum growth of the copy over the original (4 MB). A feed with a long base address and short links
    /// would need a thousand times its own size.
    private static let growthLimit = 4 << 20

    private let original: TextSlice
    private var output: [UInt8] = []
    /// Everything before this position is in `output`.
    private var copied: Int
    /// True once a part was too long; then no other part is replaced by a longer one.
    private(set) var isFull = false

    init(of original: TextSlice) {
        self.original = original
        copied = original.range.lowerBound
    }

    /// Replaces a part; callers do this in document order. Returns false and leaves the part unchanged if the copy
    /// would exceed its limit.
    @discardableResult
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) -> Bool {
        let growth = output.count - (copied - original.range.lowerBound)
        guard growth + bytes.count - range.count <= Self.growthLimit else {
            isFull = true
            return false
        }
        if output.isEmpty { reserve() }
        output.append(contentsOf: original.bytes[copied..<range.lowerBound])
        output.append(contentsOf: bytes)
        copied = range.upperBound
        return true
    }

    /// Reserves space. A short text may double its space when it grows; a long one gets space for its maximum length.
    private mutating func reserve() {
        let count = original.range.count
        output.reserveCapacity(count + (count > Self.growthLimit ? Self.growthLimit : 256))
    }

    /// Returns the whole; no more replacements are possible.
    consuming func finished() -> TextSlice {
        guard copied != original.range.lowerBound else { return original }
        output.append(contentsOf: original.bytes[copied..<original.range.upperBound])
        return TextSlice(output)
    }
}
