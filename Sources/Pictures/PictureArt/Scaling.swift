extension PixelPicture {
    /// The picture in another size; each pixel is the mean of the part of the picture that it covers. Colours are
    /// weighted by their opacity.
    package func scaled(to target: PixelSize) -> PixelPicture {
        guard target != size, target.width > 0, target.height > 0 else { return self }
        var values = [Float](repeating: 0, count: bytes.count)
        for pixel in 0..<size.width * size.height {
            let alpha = Float(bytes[pixel * 4 + 3])
            for part in 0..<3 { values[pixel * 4 + part] = Float(bytes[pixel * 4 + part]) * alpha }
            values[pixel * 4 + 3] = alpha
        }
        let narrow = Self.averaged(values, from: size.width, to: target.width, lines: size.height, isRow: true)
        let small = Self.averaged(narrow, from: size.height, to: target.height, lines: target.width, isRow: false)
        var result = [UInt8](repeating: 0, count: target.width * target.height * 4)
        for pixel in 0..<target.width * target.height {
            let alpha = small[pixel * 4 + 3]
            guard alpha > 0 else { continue }
            for part in 0..<3 {
                result[pixel * 4 + part] = UInt8(max(0, min(255, small[pixel * 4 + part] / alpha + 0.5)))
            }
            result[pixel * 4 + 3] = UInt8(max(0, min(255, alpha + 0.5)))
        }
        return PixelPicture(size: target, fileSize: fileSize, bytes: result) ?? self
    }

    /// Averages this number of lines (rows, else columns) from one length to another.
    private static func averaged(
        _ values: [Float], from length: Int, to target: Int, lines: Int, isRow: Bool
    ) -> [Float] {
        var result = [Float](repeating: 0, count: target * lines * 4)
        let (step, lineStep) = isRow ? (4, length * 4) : (lines * 4, 4)
        let (resultStep, resultLineStep) = isRow ? (4, target * 4) : (lines * 4, 4)
        let ratio = Float(length) / Float(target)
        values.withUnsafeBufferPointer { values in
            result.withUnsafeMutableBufferPointer { result in
                for index in 0..<target {
                    let start = Float(index) * ratio
                    let end = min(Float(length), start + ratio)
                    for source in Int(start)..<max(Int(start) + 1, min(length, Int(end.rounded(.up)))) {
                        let weight = (min(end, Float(source + 1)) - max(start, Float(source))) / ratio
                        for line in 0..<lines {
                            let from = line &* lineStep &+ source &* step
                            let to = line &* resultLineStep &+ index &* resultStep
                            for part in 0..<4 { result[to &+ part] += values[from &+ part] * weight }
                        }
                    }
                }
            }
        }
        return result
    }

    /// True if any pixel is not opaque.
    package var hasTransparency: Bool {
        stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 250 }
    }

    /// The picture on an opaque background of one colour.
    package func laid(on ground: PixelColor) -> PixelPicture {
        var result = bytes
        let parts = [ground.red, ground.green, ground.blue].map(Int.init)
        for pixel in stride(from: 0, to: result.count, by: 4) {
            let alpha = Int(result[pixel + 3])
            for part in 0..<3 {
                result[pixel + part] = UInt8((Int(result[pixel + part]) * alpha + parts[part] * (255 - alpha)) / 255)
            }
            result[pixel + 3] = 255
        }
        return PixelPicture(size: size, fileSize: fileSize, bytes: result) ?? self
    }
}

package struct PixelColor: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// The perceived brightness, 0–1 (WCAG 2.2, relative luminance).
    package var luminance: Double {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055).power(2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast of two colours, 1–21.
    package func contrast(to other: PixelColor) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }
}
