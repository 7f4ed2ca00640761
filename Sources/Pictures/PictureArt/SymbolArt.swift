package import Screen

/// A picture as block characters: each cell is split into two colours along the best of eight lines.
package enum SymbolArt {
    /// The colours of a terminal.
    package enum Palette: Sendable {
        /// 16–255 of the 256, which every terminal shows alike.
        case indexed
        /// 24 bits, of which 5 for each part are used: each pair of colours takes one of ncurses' pairs.
        case direct
    }

    /// Cells row by row. Transparent pixels show the terminal's own background.
    package static func cells(_ picture: PixelPicture, _ size: Size, _ palette: Palette) -> [Cell] {
        let quarters = picture.scaled(to: PixelSize(width: size.columns * 2, height: size.rows * 2))
        let table = palette == .indexed ? ColorTable.shared : nil
        var cells: [Cell] = []
        cells.reserveCapacity(size.columns * size.rows)
        let row = size.columns * 8
        quarters.bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<size.columns * size.rows {
                let corner = index / size.columns * 2 * row + index % size.columns * 8
                let places = (corner, corner + 4, corner + row, corner + row + 4)
                cells.append(Split(bytes, places).cell(table))
            }
        }
        return cells
    }

    /// Indexed by the quarters in the foreground's colour: upper left 1, upper right 2, lower left 4, lower right 8.
    static let symbols: [Unicode.Scalar] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]
}

/// The four quarters of a cell.
private struct Split {
    private typealias Vector = SIMD4<Int32>

    private var quarters: (Vector, Vector, Vector, Vector)
    /// Bits of the quarters that are more opaque than transparent.
    private var opaque = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ places: (Int, Int, Int, Int)) {
        func vector(_ place: Int) -> Vector {
            Vector(Int32(bytes[place]), Int32(bytes[place + 1]), Int32(bytes[place + 2]), 0)
        }
        quarters = (vector(places.0), vector(places.1), vector(places.2), vector(places.3))
        for (bit, place) in [places.0, places.1, places.2, places.3].enumerated() where bytes[place + 3] >= 128 {
            opaque |= 1 << bit
        }
    }

    private func quarter(_ index: Int) -> Vector {
        switch index {
        case 0: quarters.0
        case 1: quarters.1
        case 2: quarters.2
        default: quarters.3
        }
    }

    func cell(_ table: ColorTable?) -> Cell {
        guard opaque == 15 else {
            guard opaque > 0 else { return Cell(.space, style: .plain) }
            let (color, _) = shown(mean(opaque), table)
            return Cell(Glyph(SymbolArt.symbols[opaque], width: 1), style: Style(foreground: color))
        }
        var best: (error: Int32, mask: Int, colors: (Color, Color)) = (.max, 0, (.indexed(16), .indexed(16)))
        // The other eight are these with the colours exchanged.
        for mask in 0..<8 {
            let (front, frontValue) = shown(mean(mask), table)
            let (back, backValue) = shown(mean(~mask & 15), table)
            var error: Int32 = 0
            for index in 0..<4 {
                let difference = quarter(index) &- (mask >> index & 1 == 1 ? frontValue : backValue)
                error &+= (difference &* difference).wrappedSum()
            }
            if error < best.error { best = (error, mask, (front, back)) }
        }
        let isPlain = best.mask == 0
        return Cell(
            isPlain ? .space : Glyph(SymbolArt.symbols[best.mask], width: 1),
            style: Style(foreground: isPlain ? nil : best.colors.0, background: best.colors.1))
    }

    private func mean(_ mask: Int) -> Vector {
        var sum = Vector()
        var count: Int32 = 0
        for index in 0..<4 where mask >> index & 1 == 1 {
            sum &+= quarter(index)
            count += 1
        }
        return count == 0 ? sum : sum / Vector(repeating: count)
    }

    /// The colour that the terminal shows, and its value.
    private func shown(_ value: Vector, _ table: ColorTable?) -> (Color, Vector) {
        guard let table else {
            let rounded = value & Vector(repeating: ~7) | (value &>> Vector(repeating: 5))
            return (.rgb(red: UInt8(rounded[0]), green: UInt8(rounded[1]), blue: UInt8(rounded[2])), rounded)
        }
        let index = table.nearest(value[0], value[1], value[2])
        return (.indexed(index), table.values[Int(index)])
    }
}

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
        // The cube and the greys are both regular: the nearest colour is the nearer of the nearest of each.
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
