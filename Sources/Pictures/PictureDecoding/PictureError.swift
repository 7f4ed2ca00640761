/// The reason why a picture is not shown.
package enum PictureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is not JPEG, PNG, WebP or GIF, is damaged, or exceeds the limits.
    case refused
    case tooLarge
    case tooSlow
    /// The number of the signal that ended the decoder.
    case died(Int32)
    /// The decoder's process cannot be confined here (no seccomp), so nothing is decoded.
    case noBox
    case noLibrary

    package var description: String {
        switch self {
        case .refused: "it is damaged, too large, or not JPEG, PNG, WebP or GIF"
        case .tooLarge: "the file is larger than \(PictureDecoder.fileLimit >> 20) MB"
        case .tooSlow: "decoding took more than \(PictureDecoder.seconds) s"
        case .died(let signal): "the decoder was killed by signal \(signal)"
        case .noBox: "this system cannot confine the decoder (no seccomp)"
        case .noLibrary: "the library for its format is not installed"
        }
    }
}
