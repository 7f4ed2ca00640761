package import Screen

/// Shows pictures with kitty's Unicode placeholders: the picture is sent once under an id, and shown in all cells that
/// name the id.
package enum Placeholders {
    /// 8 bits as the colour of the cells, 8 more as a mark on each cell.
    package struct ID: Hashable, Sendable {
        /// A number from 16 to 255: these colours are shown unchanged by every terminal.
        var color: UInt8
        var high: UInt8

        init(color: UInt8, high: UInt8) {
            self.color = max(16, color)
            self.high = high
        }

        /// The number in the terminal's protocol.
        var number: UInt32 { UInt32(high) << 24 | UInt32(color) }

        package var next: ID {
            color == 255 ? ID(color: 16, high: high &+ 1) : ID(color: color + 1, high: high)
        }

        package static func random() -> ID {
            ID(color: .random(in: 16...255), high: .random(in: 0...255))
        }
    }

    /// Limits the room for a picture to the columns and rows that cells can name.
    package static func limited(_ room: Size) -> Size {
        Size(columns: min(room.columns, marks.count), rows: min(room.rows, marks.count))
    }

    /// Returns cells that show the picture. Each names row, column and id, since ncurses may send any cell without its
    /// neighbours.
    ///
    /// - Parameters:
    ///   - isDirect: true if the terminal's colours are 24 bits and not indices.
    ///   - ground: the colour behind transparent pixels; nil is the terminal's own background.
    package static func cells(_ id: ID, _ size: Size, isDirect: Bool, on ground: Color? = nil) -> [Cell] {
        let color: Color = isDirect ? .rgb(red: 0, green: 0, blue: id.color) : .indexed(id.color)
        let style = Style(foreground: color, background: ground)
        return (0..<size.rows).flatMap { row in
            (0..<size.columns).map { column in
                Cell(Glyph("\u{10EEEE}", marks: [marks[row], marks[column], marks[Int(id.high)]]), style: style)
            }
        }
    }

    /// Returns the bytes that send a picture for its cells; the terminal sends no reply (`q=2`).
    ///
    /// - Parameter inTmux: wraps each piece separately, for a tmux with `allow-passthrough on`.
    package static func transmission(_ picture: PixelPicture, _ id: ID, _ size: Size, inTmux: Bool) -> [UInt8] {
        let isOpaque = !picture.hasTransparency
        let pixels = isOpaque ? picture.withoutAlpha : picture.bytes
        var output: [UInt8] = []
        output.reserveCapacity(pixels.count * 4 / 3 + pixels.count / 60 + 200)
        for start in stride(from: 0, to: pixels.count, by: pieceLength) {
            let end = min(pixels.count, start + pieceLength)
            let more = end < pixels.count ? 1 : 0
            let head =
                start == 0
                ? "a=T,q=2,U=1,f=\(isOpaque ? 24 : 32),i=\(id.number),s=\(picture.size.width),v=\(picture.size.height),"
                    + "c=\(size.columns),r=\(size.rows),m=\(more)" : "q=2,m=\(more)"
            append(Array("\(head);".utf8) + base64(pixels[start..<end]), inTmux, to: &output)
        }
        return output
    }

    /// Returns the bytes that delete a picture in the terminal.
    package static func deletion(_ id: ID, inTmux: Bool) -> [UInt8] {
        var output: [UInt8] = []
        append(Array("a=d,d=I,i=\(id.number),q=2".utf8), inTmux, to: &output)
        return output
    }

    /// Output without effect. kitty 0.48 shows a new picture only with its next output: the second picture of a session
    /// stayed blank until a key was pressed. Attributes are off between ncurses's updates (curs_refresh(3X)).
    package static let redraw = Array("\u{1B}[m".utf8)

    /// Bytes of the picture in one piece: 4,096 in base 64.
    private static let pieceLength = 3_072

    private static func append(_ command: [UInt8], _ inTmux: Bool, to output: inout [UInt8]) {
        if inTmux {
            output += Array("\u{1B}Ptmux;\u{1B}\u{1B}_G".utf8) + command + Array("\u{1B}\u{1B}\\\u{1B}\\".utf8)
        } else {
            output += Array("\u{1B}_G".utf8) + command + Array("\u{1B}\\".utf8)
        }
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let count = min(3, bytes.endIndex - index)
            var word = UInt32(bytes[index]) << 16
            if count > 1 { word |= UInt32(bytes[index + 1]) << 8 }
            if count > 2 { word |= UInt32(bytes[index + 2]) }
            for sextet in 0..<4 {
                let digit = digits[Int(word >> (18 - 6 * UInt32(sextet)) & 63)]
                output.append(sextet <= count ? digit : UInt8(ascii: "="))
            }
            index += count
        }
        return output
    }

    /// The 297 marks that number rows and columns, in order: the marks of class 230 in Unicode 6.0, which neither
    /// decompose nor fuse with a letter when text is normalised.
    static let marks: [Unicode.Scalar] = (0x300...0x1D244).compactMap(Unicode.Scalar.init).filter { mark in
        guard mark.properties.canonicalCombiningClass.rawValue == 230, !fused.contains(mark.value),
            let age = mark.properties.age
        else { return false }
        return age.major < 6 || (age.major == 6 && age.minor == 0)
    }

    private static let fused: Set<UInt32> = [
        0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F, 0x311, 0x313, 0x314,
        0x340, 0x341, 0x342, 0x343, 0x344, 0x653, 0x654,
    ]
}

extension PixelPicture {
    /// Three bytes for each pixel.
    fileprivate var withoutAlpha: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 4 * 3)
        for pixel in stride(from: 0, to: bytes.count, by: 4) { output += bytes[pixel..<pixel + 3] }
        return output
    }
}
