extension Array {
    /// Returns the elements in order, in slices of at most `size`.
    @inlinable package func pieces(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
