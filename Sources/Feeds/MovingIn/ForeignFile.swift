import Basics
import Glibc

/// Reads a whole file of another program and never writes it.
enum ForeignFile {
    /// Maximum size of a file that is read, in bytes: lists of feeds and configurations are smaller.
    private static let maximumSize = 16 << 20

    enum Content: Equatable {
        case bytes([UInt8])
        case missing
        /// The file exists but cannot be read; the reason.
        case unreadable(String)

        /// The bytes; empty if they could not be read.
        var bytes: [UInt8] {
            if case .bytes(let bytes) = self { return bytes }
            return []
        }

        /// Returns one line about a file that could not be read; `known`: the kind of data that it holds.
        func problem(_ path: String, known: String) -> String? {
            switch self {
            case .bytes: nil
            case .missing: "\(path) is missing: no \(known) are moved"
            case .unreadable(let reason): "\(path): cannot be read: \(reason)"
            }
        }
    }

    static func read(_ path: String) -> Content {
        do throws(BoundedFile.Problem) {
            return .bytes(try BoundedFile(path, atMost: maximumSize).bytes)
        } catch {
            return error.isMissing ? .missing : .unreadable("\(error)")
        }
    }

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }
}
