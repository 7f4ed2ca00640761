/// The number of open elements by style, so that tags closed in the wrong order do no harm.
struct StyleDepths: Equatable, Sendable {
    /// One lane for each bit of `Run.Style`.
    private var depths = SIMD8<Int32>()
    private(set) var style: Run.Style = []

    mutating func open(_ style: Run.Style) {
        depths[Self.lane(style)] += 1
        self.style.formUnion(style)
    }

    /// Does nothing if no element of the style is open.
    mutating func close(_ style: Run.Style) {
        let lane = Self.lane(style)
        guard depths[lane] > 0 else { return }
        depths[lane] -= 1
        if depths[lane] == 0 { self.style.subtract(style) }
    }

    /// Ends the styles that were opened after `earlier` and never closed.
    mutating func limit(to earlier: StyleDepths) {
        depths = pointwiseMin(depths, earlier.depths)
        style.formIntersection(earlier.style)
    }

    private static func lane(_ style: Run.Style) -> Int {
        style.rawValue.trailingZeroBitCount
    }
}
