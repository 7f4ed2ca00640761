/// A slice with some of its parts replaced; without a replacement nothing is copied.
struct EditedCopy {
    private let original: TextSlice
    private var output: [UInt8] = []
    /// Everything before this position is in `output`.
    private var copied: Int

    init(of original: TextSlice) {
        self.original = original
        copied = original.range.lowerBound
    }

    /// Callers replace parts in document order.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        if output.isEmpty { output.reserveCapacity(original.range.count + 256) }
        output.append(contentsOf: original.bytes[copied..<range.lowerBound])
        output.append(contentsOf: bytes)
        copied = range.upperBound
    }

    /// Returns the whole; no more replacements are possible.
    consuming func finished() -> TextSlice {
        guard copied != original.range.lowerBound else { return original }
        output.append(contentsOf: original.bytes[copied..<original.range.upperBound])
        return TextSlice(output)
    }
}
