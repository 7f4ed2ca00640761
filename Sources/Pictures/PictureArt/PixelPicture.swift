/// A small picture: pixels of red, green, blue and alpha, row by row.
package struct PixelPicture: Equatable, Sendable {
    package let size: PixelSize
    /// The size in the file, before the picture was scaled down.
    package let fileSize: PixelSize
    /// Four bytes for each pixel.
    package let bytes: [UInt8]

    /// Nil if the number of bytes does not match the size.
    package init?(size: PixelSize, fileSize: PixelSize, bytes: [UInt8]) {
        guard size.width > 0, size.height > 0, bytes.count == size.width * size.height * 4 else { return nil }
        self.size = size
        self.fileSize = fileSize
        self.bytes = bytes
    }
}

package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
