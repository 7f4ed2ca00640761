import CPictureMaker
import Foundation

/// A picture that the tests paint: a sky, hills, a sun, and grain like a camera's.
struct Painting {
    let width: Int
    let height: Int
    let rgba: [UInt8]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        var grain: UInt32 = 1
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
                grain = grain &* 1_664_525 &+ 1_013_904_223
                let noise = Double(grain >> 24) / 255 * 16 - 8
                let hill = 0.62 + 0.1 * sin(u * 9) + 0.04 * sin(u * 31)
                let sun = max(0, 1 - hypot(u - 0.72, (v - 0.25) * 0.7) * 9)
                var color = [90 + 130 * v, 130 + 80 * v, 220 - 60 * v].map { $0 + 160 * sun }
                if v > hill { color = [40 + 60 * v + 30 * sin(u * 80), 90 + 60 * (1 - v), 50 + 20 * u] }
                bytes += color.map { UInt8(min(255, max(0, $0 + noise))) } + [255]
            }
        }
        rgba = bytes
    }

    enum Format: String, CaseIterable, Sendable {
        case jpeg, png, webp, gif
    }

    /// - Parameter variant: progressive, interlaced or lossless.
    func file(_ format: Format, variant: Bool = false) -> [UInt8] {
        let encoders:
            [Format: (UnsafePointer<UInt8>, Int32, Int32, Int32, UnsafeMutablePointer<Int>) ->
                UnsafeMutablePointer<UInt8>?] = [
                    .jpeg: make_jpeg, .png: make_png, .webp: make_webp, .gif: make_gif,
                ]
        var count = 0
        let bytes = encoders[format]!(rgba, Int32(width), Int32(height), variant ? 1 : 0, &count)
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Returns the mean colour of a part, given as fractions of the sides.
    func mean(_ x: Range<Double>, _ y: Range<Double>) -> [Double] {
        Self.mean(of: rgba, width, height, x, y)
    }

    static func mean(of rgba: [UInt8], _ width: Int, _ height: Int, _ x: Range<Double>, _ y: Range<Double>) -> [Double]
    {
        var sums = [0.0, 0, 0]
        var count = 0.0
        for row in Int(y.lowerBound * Double(height))..<Int(y.upperBound * Double(height)) {
            for column in Int(x.lowerBound * Double(width))..<Int(x.upperBound * Double(width)) {
                for part in 0..<3 { sums[part] += Double(rgba[(row * width + column) * 4 + part]) }
                count += 1
            }
        }
        return sums.map { $0 / count }
    }
}
