internal import Basics
internal import CPictureBox
internal import Glibc
package import PictureArt

/// Decodes pictures, which may be hostile, in a separate process that can only read, write and allocate.
///
///     let small = try PictureDecoder().decode(bytes, within: PixelSize(width: 640, height: 400))
///
/// The call waits for the process: call it on its own queue, never on the main thread.
package struct PictureDecoder: Sendable {
    private let program: String
    private let seconds: Int

    /// Maximum size of a file, in bytes.
    package static let fileLimit = Int(PICTURE_BOX_FILE_LIMIT)
    /// False in a sanitizer's build, which decodes in a process without limits.
    package static let isSandboxed = picture_box_is_closed()
    /// Maximum wall-clock time for a picture; the process itself allows 2 s of processor time.
    static let seconds = 3

    /// - Parameters:
    ///   - program: the program to start with `PictureBox.word`; this program itself except in tests.
    ///   - seconds: the wall-clock time for a picture; more in tests, whose machine may be busy.
    package init(program: String = "/proc/self/exe", seconds: Int = PictureDecoder.seconds) {
        (self.program, self.seconds) = (program, seconds)
    }

    /// Returns the picture, no wider and no higher than `size`; for a truncated file, the part that could be decoded.
    package func decode(_ bytes: [UInt8], within size: PixelSize) throws(PictureError) -> PixelPicture {
        guard bytes.count <= Self.fileLimit else { throw .tooLarge }
        let reply = try reply(to: bytes, words: [PictureBox.word, "\(size.width)", "\(size.height)"], limit: size)
        let head = reply.prefix(Self.headLength)
        let numbers = stride(from: 0, to: head.count, by: 4).map { at in
            (0..<4).reduce(0) { $0 | Int(reply[at + $1]) << (8 * $1) }
        }
        guard numbers.count == 4, (1...max(1, size.width)).contains(numbers[0]),
            (1...max(1, size.height)).contains(numbers[1]),
            let picture = PixelPicture(
                size: PixelSize(width: numbers[0], height: numbers[1]),
                fileSize: PixelSize(width: numbers[2], height: numbers[3]),
                bytes: Array(reply.dropFirst(Self.headLength)))
        else { throw .refused }
        return picture
    }

    private static let headLength = MemoryLayout<picture_box_head>.size

    /// Returns what the decoder's process writes if it is started with these words and reads the bytes.
    func reply(to bytes: [UInt8], words: [String], limit: PixelSize) throws(PictureError) -> [UInt8] {
        guard var child = BoxProcess(program, words) else { throw .noBox }
        let reply = child.exchange(
            bytes, limit: Self.headLength + limit.width * limit.height * 4, within: .seconds(seconds))
        let status = child.end(within: reply == nil ? .zero : .milliseconds(200))
        guard let reply else { throw .tooSlow }
        switch status {
        case .exited(0), .unknown: return reply
        case .exited(Int32(PICTURE_BOX_NO_LIBRARY)): throw .noLibrary
        case .exited(Int32(PICTURE_BOX_UNAVAILABLE)): throw .noBox
        case .exited: throw .refused
        case .signal(let number): throw .died(number)
        }
    }
}
