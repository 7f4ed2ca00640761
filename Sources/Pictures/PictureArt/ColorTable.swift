import Screen

/// Finds the nearest of the colours 16–255 by the upper five bits of red, green and blue.
struct ColorTable: Sendable {
    static let shared = ColorTable()

    let values: [SIMD4<Int32>]
    private let indices: [UInt8]

    private init() {
        values = (0...255).map { index in
            let parts = Color.indexed(UInt8(index)).components
            return SIMD4(Int32(parts.red), Int32(parts.green), Int32(parts.blue), 0)
        }
        // The cube and the greys are both regular, so the nearest colour is either the nearest of the cube or the
        // nearest grey.
        let steps: [Int32] = [0, 95, 135, 175, 215, 255]
        func step(_ value: Int32) -> Int { steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0 }
        let nearestStep = (0..<32).map { step(Int32($0) * 8 + 4) }
        var table = [UInt8](repeating: 16, count: 1 << 15)
        for entry in table.indices {
            let parts = [entry >> 10 & 31, entry >> 5 & 31, entry & 31]
            let value = SIMD4(Int32(parts[0] * 8 + 4), Int32(parts[1] * 8 + 4), Int32(parts[2] * 8 + 4), 0)
            let cube = 16 + nearestStep[parts[0]] * 36 + nearestStep[parts[1]] * 6 + nearestStep[parts[2]]
            let mean = Int(value.wrappedSum() / 3)
            let grey = 232 + max(0, min(23, (mean - 3) / 10))
            table[entry] = UInt8(distance(value, values[cube]) <= distance(value, values[grey]) ? cube : grey)
        }
        indices = table
        func distance(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int32 { ((a &- b) &* (a &- b)).wrappedSum() }
    }

    func nearest(_ red: Int32, _ green: Int32, _ blue: Int32) -> UInt8 {
        indices[Int((red & 0xF8) << 7 | (green & 0xF8) << 2 | blue >> 3)]
    }
}
