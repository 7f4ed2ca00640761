/// Writes a picture as sixels, for DEC's terminals of the eighties and many of today's: bands of six rows, one colour
/// after another.
package enum Sixel {
    /// Maximum number of colours: most terminals have this number of registers.
    private static let colorLimit = 256

    /// Returns the bytes that paint a picture at the cursor; transparent pixels are left unpainted. The last rows are
    /// cut off if they do not fill a band, so that the screen does not scroll.
    package static func bytes(_ picture: PixelPicture) -> [UInt8] {
        let height = max(6, picture.size.height / 6 * 6)
        let (palette, indices) = MedianCut.palette(of: picture, limit: colorLimit)
        var output = Array("\u{1B}P0;1;0q\"1;1;\(picture.size.width);\(min(height, picture.size.height))".utf8)
        for (index, color) in palette.enumerated() {
            let parts = [color.red, color.green, color.blue].map { (Int($0) * 100 + 127) / 255 }
            output += Array("#\(index);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8)
        }
        for top in stride(from: 0, to: min(height, picture.size.height), by: 6) {
            appendBand(from: top, indices, picture, palette.count, to: &output)
        }
        return output + Array("\u{1B}\\".utf8)
    }

    private static func appendBand(
        from top: Int, _ indices: [UInt8], _ picture: PixelPicture, _ colors: Int, to output: inout [UInt8]
    ) {
        let size = picture.size
        var bits = [[UInt8]?](repeating: nil, count: colors)
        for row in top..<min(top + 6, size.height) {
            for column in 0..<size.width {
                let pixel = row * size.width + column
                guard picture.bytes[pixel * 4 + 3] >= 128 else { continue }
                let color = Int(indices[pixel])
                if bits[color] == nil { bits[color] = [UInt8](repeating: 0, count: size.width) }
                bits[color]![column] |= 1 << UInt8(row - top)
            }
        }
        for (color, line) in bits.enumerated() {
            guard let line else { continue }
            output += Array("#\(color)".utf8)
            appendRuns(line, to: &output)
            output.append(UInt8(ascii: "$"))
        }
        output.append(UInt8(ascii: "-"))
    }

    private static func appendRuns(_ line: [UInt8], to output: inout [UInt8]) {
        var start = 0
        while start < line.count {
            var end = start + 1
            while end < line.count, line[end] == line[start] { end += 1 }
            let sign = 63 + line[start]
            if end - start > 3 {
                output += Array("!\(end - start)".utf8) + [sign]
            } else {
                output += [UInt8](repeating: sign, count: end - start)
            }
            start = end
        }
    }
}

/// Makes a palette for one picture: it cuts boxes of colours in two until there are enough.
enum MedianCut {
    private struct Bin {
        var count = 0
        var sum = SIMD4<Int>()
    }

    static func palette(of picture: PixelPicture, limit: Int) -> (colors: [PixelColor], indices: [UInt8]) {
        let bins = bins(of: picture)
        var table = [UInt8](repeating: 0, count: bins.count)
        let colors = boxes(of: bins, limit: limit).enumerated().map { index, box in
            var (sum, count) = (SIMD4<Int>(), 0)
            for bin in box {
                table[bin] = UInt8(index)
                sum &+= bins[bin].sum
                count += bins[bin].count
            }
            return PixelColor(red: UInt8(sum[0] / count), green: UInt8(sum[1] / count), blue: UInt8(sum[2] / count))
        }
        return (colors, stride(from: 0, to: picture.bytes.count, by: 4).map { table[bin(of: $0, in: picture)] })
    }

    /// Returns the number of the bin for the pixel at an offset in bytes: five bits of each colour.
    private static func bin(of pixel: Int, in picture: PixelPicture) -> Int {
        (Int(picture.bytes[pixel]) & 0xF8) << 7 | (Int(picture.bytes[pixel + 1]) & 0xF8) << 2
            | Int(picture.bytes[pixel + 2]) >> 3
    }

    private static func bins(of picture: PixelPicture) -> [Bin] {
        var bins = [Bin](repeating: Bin(), count: 1 << 15)
        for pixel in stride(from: 0, to: picture.bytes.count, by: 4) {
            let index = bin(of: pixel, in: picture)
            bins[index].count += 1
            bins[index].sum &+= SIMD4(
                Int(picture.bytes[pixel]), Int(picture.bytes[pixel + 1]), Int(picture.bytes[pixel + 2]), 0)
        }
        return bins
    }

    /// Cuts the widest box in two until there are enough. Each box holds the numbers of its bins.
    private static func boxes(of bins: [Bin], limit: Int) -> [[Int]] {
        var boxes = [bins.indices.filter { bins[$0].count > 0 }]
        var weights = boxes.map { weight($0, bins) }
        while boxes.count < limit, let widest = weights.indices.max(by: { weights[$0] < weights[$1] }),
            weights[widest] > 0
        {
            let (low, high) = cut(boxes[widest], bins)
            boxes[widest] = low
            boxes.append(high)
            weights[widest] = weight(low, bins)
            weights.append(weight(high, bins))
        }
        return boxes
    }

    private static func part(_ bin: Int, _ part: Int) -> Int { bin >> (10 - 5 * part) & 31 }

    private static func range(_ box: [Int], _ part: Int) -> Int {
        let values = box.lazy.map { Self.part($0, part) }
        return (values.max() ?? 0) - (values.min() ?? 0)
    }

    /// Large boxes with many pixels are cut first.
    private static func weight(_ box: [Int], _ bins: [Bin]) -> Int {
        guard box.count > 1 else { return 0 }
        let length = (0..<3).map { range(box, $0) }.max() ?? 0
        return length * length * box.reduce(0) { $0 + bins[$1].count }
    }

    private static func cut(_ box: [Int], _ bins: [Bin]) -> (low: [Int], high: [Int]) {
        let longest = (0..<3).max { range(box, $0) < range(box, $1) } ?? 0
        let sorted = box.sorted { part($0, longest) < part($1, longest) }
        let half = box.reduce(0) { $0 + bins[$1].count } / 2
        var (count, middle) = (0, 0)
        while middle < sorted.count - 1, count + bins[sorted[middle]].count <= half || middle == 0 {
            count += bins[sorted[middle]].count
            middle += 1
        }
        return (Array(sorted[..<middle]), Array(sorted[middle...]))
    }
}
