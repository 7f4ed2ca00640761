import CPictureBox
import Glibc

/// Pictures of feeds and pages.
enum PictureFuzzing {
    /// Signals that end the decoder as intended, at its limits of processor time and memory.
    private static let limits: Set<Int32> = [SIGXCPU, SIGKILL]

    /// Checks that the decoder ends normally, with a picture no larger than requested.
    static func decode(_ input: [UInt8]) throws {
        let status = picture_box_try(input, input.count, 40, 30)
        let signal = status & 0x7F
        guard status >= 0, !limits.contains(signal) else { return }
        try require(signal == 0, "the decoder was killed by signal \(signal)")
        try require(status == 0, "the decoder exited with status \(status >> 8)")
    }
}
