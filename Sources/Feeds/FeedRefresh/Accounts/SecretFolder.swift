import Basics
import FoundationEssentials
import Glibc

/// The folder in which lede keeps secrets that a person has typed: one file of mode 600 each, in a folder of mode 700.
package struct SecretFolder: Sendable {
    let path: String

    package init(_ path: String) {
        self.path = path
    }

    package struct NotWritable: Error, CustomStringConvertible {
        package let description: String
    }

    /// Stores a secret in its own file.
    ///
    /// - Returns: the path of the file.
    package func keep(_ secret: String) throws(NotWritable) -> String {
        mkdir(path, 0o700)
        let file = "\(path)/\(UUID().uuidString)"
        do {
            try NewFile.write(secret + "\n", to: file, mode: 0o600)
        } catch {
            throw NotWritable(description: "\(path) cannot be written")
        }
        return file
    }

    /// Removes a file that `keep` made; the person's own files stay.
    func drop(_ file: String?) {
        if let file, file.hasPrefix(path + "/") { unlink(file) }
    }
}
