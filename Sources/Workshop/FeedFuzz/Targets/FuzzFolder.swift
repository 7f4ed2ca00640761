import Foundation

/// This process's folder for targets that need files; it is removed when the process exits.
enum FuzzFolder {
    static let url: URL = {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("lede-fuzz-\(getpid())")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: FuzzFolder.url) }
        return url
    }()

    /// Writes a file without waiting for the disk, unlike `Data.write`: there are thousands of inputs a second.
    static func write(_ bytes: ArraySlice<UInt8>, to path: String) throws {
        guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
        defer { fclose(file) }
        _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    }
}
