import Screen

/// The background of a transparent picture. Web pages are white: a black logo drawn for them would vanish on a dark
/// terminal.
package enum PictureBackground {
    /// Minimum contrast of a picture with its background; below it the picture counts as invisible.
    private static let minimumContrast = 1.6
    private static let light = PixelColor(red: 238, green: 238, blue: 238)
    private static let dark = PixelColor(red: 38, green: 38, blue: 38)

    /// Returns the background colour for a picture; nil if the terminal's own suffices, or the picture has no
    /// transparency.
    ///
    /// - Parameter ground: the terminal's background; nil if unknown, and then it may be dark or light.
    package static func color(for picture: PixelPicture, on ground: PixelColor?) -> PixelColor? {
        guard picture.hasTransparency, let mean = meanColor(of: picture) else { return nil }
        let grounds =
            ground.map { [$0] } ?? [PixelColor(red: 0, green: 0, blue: 0), PixelColor(red: 255, green: 255, blue: 255)]
        let ink = mean.onScreen
        guard grounds.contains(where: { ink.contrast(with: $0.onScreen) < minimumContrast }) else { return nil }
        return ink.contrast(with: light.onScreen) >= ink.contrast(with: dark.onScreen) ? light : dark
    }

    private static func meanColor(of picture: PixelPicture) -> PixelColor? {
        var sums = [0, 0, 0, 0]
        for pixel in stride(from: 0, to: picture.bytes.count, by: 4) {
            let alpha = Int(picture.bytes[pixel + 3])
            for part in 0..<3 { sums[part] += Int(picture.bytes[pixel + part]) * alpha }
            sums[3] += alpha
        }
        guard sums[3] > 0 else { return nil }
        let mean = sums.prefix(3).map { UInt8($0 / sums[3]) }
        return PixelColor(red: mean[0], green: mean[1], blue: mean[2])
    }
}
