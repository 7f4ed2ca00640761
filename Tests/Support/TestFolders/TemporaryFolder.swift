package import Foundation

/// A new folder for a test, deleted with its last owner.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package var path: String { url.path }

    package init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        url = parent.appendingPathComponent("lede-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
