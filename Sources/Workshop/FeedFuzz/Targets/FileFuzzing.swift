import Foundation
import MovingIn
import TOMLReading

/// Files of the person and of other readers.
enum FileFuzzing {
    static func readTOML(_ input: [UInt8]) throws {
        do {
            _ = try TOMLDocument.read(String(decoding: input, as: UTF8.self))
        } catch {
            try require(error.position.line >= 1 && error.position.column >= 1, "an error has no position")
        }
    }

    private static let home = FuzzFolder.url.appendingPathComponent(".newsboat")

    /// Reads newsboat's files. The first line `%%` of the input separates the configuration from the list of feeds.
    static func moveFromNewsboat(_ input: [UInt8]) throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let cut = input.firstRange(of: Array("\n%%\n".utf8))
        try FuzzFolder.write(input[..<(cut?.lowerBound ?? input.endIndex)], to: home.path + "/config")
        try FuzzFolder.write(input[(cut?.upperBound ?? input.endIndex)...], to: home.path + "/urls")
        _ = try? NewsboatHome.read(
            from: home.path, environment: ["HOME": home.deletingLastPathComponent().path, "USER": "ada"])
    }
}
