import FoundationEssentials
import Glibc

/// The folder and the name of a library's file, and the files that lede keeps beside it.
struct LibraryLocation {
    /// The path up to the name, with its slash; empty for a file of the working folder.
    private let base: Substring
    let name: String

    init(_ path: String) {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        base = path[..<start]
        name = String(path[start...])
    }

    var folder: String { base.isEmpty ? "." : String(base) }

    /// Returns the paths of the files whose names begin with the library's name and this suffix, sorted by name.
    func files(suffix: String) -> [String] {
        let prefix = name + suffix
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.sorted().map { "\(base)\($0)" }
    }

    /// Returns the seconds and nanoseconds of a file's last change; zero if there is no such file.
    static func lastWrite(to path: String) -> (Int, Int) {
        var status = stat()
        return stat(path, &status) == 0 ? (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) : (0, 0)
    }
}
