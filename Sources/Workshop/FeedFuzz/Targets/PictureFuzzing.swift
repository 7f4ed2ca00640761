import CPictureBox
import Glibc

/// Pictures of feeds and pages.
enum PictureFuzzing {
    /// Limits of the processor's time and of memory end the decoder as they should.
    private static let limits: Set<Int32> = [SIGXCPU, SIGKILL]

    /// Checks that the decoder ends by itself, with a picture that is no larger than requested.
    static func decode(_ input: [UInt8]) throws {
        let status = picture_box_try(input, input.count, 40, 30)
        let signal = status & 0x7F
        guard status >= 0, !limits.contains(signal) else { return }
        try promise(signal == 0, "the decoder ended by signal \(signal)")
        try promise(status == 0, "the decoder ended with status \(status >> 8)")
    }
}
