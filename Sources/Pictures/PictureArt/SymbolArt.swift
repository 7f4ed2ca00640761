package import Screen

/// Draws a picture with block characters: the best fitting character splits each cell into two colours.
package enum SymbolArt {
    /// The colours of a terminal.
    package enum Palette: Sendable {
        /// 16–255 of the 256, which every terminal shows alike.
        case indexed
        /// 24 bits, with only 5 bits for each part, since each pair of colours takes one of ncurses' pairs.
        case direct
    }

    /// Returns the cells row by row.
    ///
    /// - Parameter ground: the colour behind transparent pixels; nil is the terminal's own background.
    package static func cells(
        _ picture: PixelPicture, _ size: Size, _ palette: Palette, on ground: Color? = nil
    ) -> [Cell] {
        let side = CellSamples.side
        let samples = picture.scaled(to: PixelSize(width: size.columns * side, height: size.rows * side))
        let split = Split(table: palette == .indexed ? ColorTable.shared : nil, ground: ground)
        var cells: [Cell] = []
        cells.reserveCapacity(size.columns * size.rows)
        samples.bytes.withUnsafeBufferPointer { bytes in
            var cell = CellSamples()
            let row = size.columns * side * 4
            for index in 0..<size.columns * size.rows {
                let corner = index / size.columns * side * row + index % size.columns * side * 4
                cell.read(bytes, from: corner, row: row)
                cells.append(split.cell(cell))
            }
        }
        return cells
    }
}

/// Chooses the character and the two colours of a cell.
private struct Split {
    /// Nil in 24 bits.
    let table: ColorTable?
    let ground: Color?

    func cell(_ samples: CellSamples) -> Cell {
        guard samples.opaqueQuarters == 15 else {
            guard samples.opaqueQuarters > 0 else { return Cell(.space, style: Style(background: ground)) }
            let (sum, area) = samples.opaquePart
            return Cell(
                Glyph(BlockShape.quadrants[samples.opaqueQuarters], width: 1),
                style: Style(foreground: color(shown(BlockShape.mean(sum, area)).code), background: ground))
        }
        var best = (error: Int32.max, shape: 0, front: Int32(0), back: Int32(0))
        for shape in BlockShape.all.indices {
            let (front, area) = (samples.sum(in: shape), BlockShape.all[shape].area)
            let (back, rest) = (samples.sum &- front, BlockShape.cellArea &- area)
            let (frontCode, frontValue) = shown(BlockShape.mean(front, area))
            let (backCode, backValue) = shown(BlockShape.mean(back, rest))
            // The sum of (sample − colour)² without its constant part, the sum of sample².
            let frontError = frontValue &* (frontValue &* area &- front &- front)
            let backError = backValue &* (backValue &* rest &- back &- back)
            let error = (frontError &+ backError).wrappedSum()
            if error < best.error { best = (error, shape, frontCode, backCode) }
        }
        let isPlain = best.shape == BlockShape.none || best.front == best.back
        return Cell(
            isPlain ? .space : Glyph(BlockShape.all[best.shape].symbol, width: 1),
            style: Style(foreground: isPlain ? nil : color(best.front), background: color(best.back)))
    }

    /// Returns the colour that the terminal shows, as a number and as its parts.
    private func shown(_ value: CellSamples.Parts) -> (code: Int32, value: CellSamples.Parts) {
        guard let table else {
            let rounded = value & CellSamples.Parts(repeating: ~7) | (value &>> CellSamples.Parts(repeating: 5))
            return (rounded[0] << 16 | rounded[1] << 8 | rounded[2], rounded)
        }
        let index = table.nearest(value[0], value[1], value[2])
        return (Int32(index), table.values[Int(index)])
    }

    private func color(_ code: Int32) -> Color {
        guard table == nil else { return .indexed(UInt8(truncatingIfNeeded: code)) }
        return .rgb(
            red: UInt8(truncatingIfNeeded: code >> 16), green: UInt8(truncatingIfNeeded: code >> 8),
            blue: UInt8(truncatingIfNeeded: code))
    }
}
