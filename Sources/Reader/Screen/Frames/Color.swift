/// A colour of a theme; a terminal with fewer colours shows the nearest one.
package enum Color: Hashable, Sendable {
    /// An entry of the terminal's palette: 0–15 are the person's own, 16–255 the fixed cube and greys.
    case indexed(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    /// Parses `#rrggbb`, a number 0–255, or the name of one of the sixteen colours (`red`, `bright-blue`, `grey`).
    package init?(_ notation: String) {
        if notation.hasPrefix("#"), notation.utf8.count == 7, let value = UInt32(notation.dropFirst(), radix: 16) {
            self = .rgb(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
        } else if let index = UInt8(notation) {
            self = .indexed(index)
        } else if let index = Self.names.firstIndex(of: notation) {
            self = .indexed(UInt8(index))
        } else {
            return nil
        }
    }

    /// The nearest entry, as people perceive it, of the fixed part of the 256 colours.
    var nearestOf256: UInt8 {
        switch self {
        case .indexed(let index): index
        case .rgb: nearest(of: 16...255) ?? 16
        }
    }

    /// Red, green and blue, 0–255; the first sixteen colours have xterm's values.
    package var components: (red: UInt8, green: UInt8, blue: UInt8) {
        switch self {
        case .indexed(let index): Self.components(of: index)
        case .rgb(let red, let green, let blue): (red, green, blue)
        }
    }

    /// The number in a terminal with 24-bit colours. There, 0–7 are the terminal's palette, so black becomes the
    /// darkest blue (8).
    package var directNumber: Int32 {
        if case .indexed(let index) = self, index < 8 { return Int32(index) }
        let parts = components
        return max(8, Int32(parts.red) << 16 | Int32(parts.green) << 8 | Int32(parts.blue))
    }
}

// MARK: - The palette of 256

extension Color {
    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
        "grey", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
        "bright-white",
    ]

    /// xterm's values for the sixteen.
    private static let sixteen: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    private static let cubeSteps: [UInt8] = [0, 95, 135, 175, 215, 255]

    private static func components(of index: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        switch index {
        case 0..<16:
            let value = sixteen[Int(index)]
            return (UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
        case 16..<232:
            let cube = Int(index) - 16
            return (cubeSteps[cube / 36], cubeSteps[cube / 6 % 6], cubeSteps[cube % 6])
        default:
            let grey = 8 + (index - 232) * 10
            return (grey, grey, grey)
        }
    }

    /// Returns the nearest suitable entry, or the nearest of all if none is suitable.
    func nearest(among indices: ClosedRange<UInt8>, where isSuitable: (Color) -> Bool) -> Color {
        let suitable = indices.filter { isSuitable(.indexed($0)) }
        return nearest(of: suitable.isEmpty ? Array(indices) : suitable).map(Color.indexed) ?? self
    }

    private func nearest(of indices: some Sequence<UInt8>) -> UInt8? {
        let own = PerceivedColor(self)
        func distance(_ index: UInt8) -> Double { PerceivedColor.palette[Int(index)].distance(to: own) }
        return indices.min { distance($0) < distance($1) }
    }
}
