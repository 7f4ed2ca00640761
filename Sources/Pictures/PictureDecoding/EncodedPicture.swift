internal import CPictureBox
internal import Glibc
package import PictureArt

extension PixelPicture {
    /// The quality of files, from 0 to 100; at 85 no block shows on an e-reader.
    private static let quality: Int32 = 85

    /// Returns the picture on white as a JPEG file; nil if there is not enough memory, or libjpeg is not installed.
    package func jpeg() -> [UInt8]? {
        let pixels = onWhite
        var count = 0
        let file = picture_jpeg(
            pixels, UInt32(clamping: size.width), UInt32(clamping: size.height), Self.quality, &count)
        guard let file else { return nil }
        defer { free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    /// The bytes without transparency. A page of an e-reader is white.
    private var onWhite: [UInt8] {
        var pixels = bytes
        for pixel in stride(from: 0, to: pixels.count, by: 4) where pixels[pixel + 3] < 255 {
            let alpha = Int(pixels[pixel + 3])
            for part in pixel..<pixel + 3 {
                let color = Int(pixels[part])
                pixels[part] = UInt8(clamping: (color * alpha + 255 * (255 - alpha)) / 255)
            }
        }
        return pixels
    }
}
