internal import CPictureBox
internal import Glibc

/// Runs the program as the decoder's process: its only arguments are the word and two sizes.
package enum PictureBox {
    /// The first argument of the decoder's process.
    static let word = "--picture-box"

    /// Decodes and ends if the program was started as the decoder; otherwise returns at once.
    ///
    /// Called before anything else starts, so that there is one thread and no open file that a hostile picture could
    /// reach.
    package static func runIfAsked() {
        let arguments = CommandLine.unsafeArgv
        guard CommandLine.argc >= 4, let first = arguments[1], strcmp(first, word) == 0 else { return }
        picture_box_run(number(arguments[2]), number(arguments[3]), CommandLine.argc > 4 ? arguments[4] : nil)
    }

    private static func number(_ text: UnsafeMutablePointer<CChar>?) -> UInt32 {
        UInt32(clamping: text.map { min(strtol($0, nil, 10), Int(PICTURE_BOX_SIDE_LIMIT)) } ?? 0)
    }
}
