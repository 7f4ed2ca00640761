import Screen

extension PixelPicture {
    /// Returns the picture in another size; each pixel is the mean of the part of the picture that it covers. Colours
    /// are weighted by their opacity.
    package func scaled(to target: PixelSize) -> PixelPicture {
        guard target != size, target.width > 0, target.height > 0 else { return self }
        let (columns, rows) = (Coverage(size.width, by: target.width), Coverage(size.height, by: target.height))
        var result = [UInt8](repeating: 0, count: target.width * target.height * 4)
        var sums = [SIMD4<Float>](repeating: SIMD4(), count: target.width)
        var narrow = (row: -1, pixels: sums)
        bytes.withUnsafeBytes { bytes in
            for (row, sources) in rows.ranges.enumerated() {
                for column in 0..<target.width { sums[column] = SIMD4() }
                for (source, weight) in zip(sources, rows.weights[rows.starts[row]...]) {
                    // Two rows may share a source.
                    if narrow.row != source {
                        let line = UnsafeRawBufferPointer(rebasing: bytes[(source * size.width * 4)...])
                        columns.average(line, into: &narrow.pixels)
                        narrow.row = source
                    }
                    for column in 0..<target.width { sums[column] += narrow.pixels[column] * weight }
                }
                Self.write(sums, to: &result, at: row * target.width * 4)
            }
        }
        return PixelPicture(size: target, fileSize: fileSize, bytes: result) ?? self
    }

    /// Writes pixels whose colours are multiplied by their opacity.
    private static func write(_ pixels: [SIMD4<Float>], to result: inout [UInt8], at start: Int) {
        var at = start
        for pixel in pixels {
            let alpha = pixel[3]
            if alpha > 0 {
                let color = pixel * (1 / alpha) + 0.5
                for part in 0..<3 { result[at + part] = UInt8(min(255, color[part])) }
                result[at + 3] = UInt8(min(255, alpha + 0.5))
            }
            at += 4
        }
    }

    /// True if any pixel is not opaque.
    var hasTransparency: Bool {
        stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 250 }
    }

    /// Returns the picture on an opaque background of one colour.
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

/// The part of a line of pixels that each pixel of a line of another length covers.
private struct Coverage {
    /// The pixels that each new pixel covers at least in part.
    private(set) var ranges: [Range<Int>] = []
    /// The shares of these pixels in each new pixel, and the positions at which they begin.
    private(set) var weights: [Float] = []
    private(set) var starts: [Int] = []

    init(_ length: Int, by target: Int) {
        let ratio = Float(length) / Float(target)
        for index in 0..<target {
            let start = Float(index) * ratio
            let end = min(Float(length), start + ratio)
            let first = min(Int(start), length - 1)
            let range = first..<max(first + 1, min(length, Int(end.rounded(.up))))
            starts.append(weights.count)
            ranges.append(range)
            weights += range.map { max(0, min(end, Float($0 + 1)) - max(start, Float($0))) / ratio }
        }
    }

    /// Averages a row of pixels; colours are multiplied by their opacity.
    func average(_ line: UnsafeRawBufferPointer, into result: inout [SIMD4<Float>]) {
        for (index, range) in ranges.enumerated() {
            var sum = SIMD4<Float>()
            var next = starts[index]
            for source in range {
                let at = source &* 4
                let alpha = Float(line[at &+ 3])
                let pixel = SIMD4(Float(line[at]), Float(line[at &+ 1]), Float(line[at &+ 2]), 1)
                sum += pixel * (alpha * weights[next])
                next &+= 1
            }
            result[index] = sum
        }
    }
}

package struct PixelColor: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// This colour as the screen's type, which has a luminance and contrasts.
    var onScreen: Color { .rgb(red: red, green: green, blue: blue) }
}
