/// A slice with some of its parts replaced; nothing is copied where nothing is replaced.
struct EditedCopy {
    private let original: TextSlice
    private var output: [UInt8] = []
    /// Up to here everything is in `output`.
    private var copied: Int

    init(of original: TextSlice) {
        self.original = original
        copied = original.range.lowerBound
    }

    /// Parts are replaced in their order.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        if output.isEmpty { output.reserveCapacity(original.range.count + 256) }
        output.append(contentsOf: original.bytes[copied..<range.lowerBound])
        output.append(contentsOf: bytes)
        copied = range.upperBound
    }

    /// The whole; nothing can be replaced any more.
    consuming func finished() -> TextSlice {
        guard copied != original.range.lowerBound else { return original }
        output.append(contentsOf: original.bytes[copied..<original.range.upperBound])
        return TextSlice(output)
    }
}
