import Basics
import Dispatch
import FoundationEssentials
import ReaderUI

/// The files and folders whose paths begin with the typed text.
enum PathCompletion {
    /// Maximum number of paths offered (default 200).
    private static let limit = 200

    /// One queue for all paths, so that a disk that does not answer blocks only one of the threads that the program
    /// shares.
    static let queue = DispatchQueue(label: "lede.paths", qos: .userInitiated)

    /// Reads the folder of the typed path in the background, since a disk may be slow: → `paths`. Later paths wait for
    /// earlier ones.
    static func load(_ typed: String, _ mailbox: Mailbox) {
        queue.async {
            mailbox.put(.paths(paths(beginningWith: typed), for: typed))
        }
    }

    /// Returns the paths sorted by name, with the folder as it was typed and a slash after each folder. Hidden files
    /// are offered only after a dot.
    static func paths(beginningWith typed: String) -> [String] {
        guard typed != "~" else { return ["~/"] }
        let nameStart = typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex
        let (folder, beginning) = (String(typed[..<nameStart]), String(typed[nameStart...]))
        let path = ProgramLauncher.absolute(folder.isEmpty ? "." : folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { isOffered($0, after: beginning) }.sorted().prefix(limit).map { name in
            folder + name + (FolderCheck.isFolder("\(path)/\(name)") ? "/" : "")
        }
    }

    /// Leaves out names that could not be opened: a name that is not UTF-8 has a replacement character, and the
    /// accepted line loses a trailing space.
    private static func isOffered(_ name: String, after beginning: String) -> Bool {
        guard name.hasPrefix(beginning), beginning.hasPrefix(".") || !name.hasPrefix(".") else { return false }
        guard !name.hasSuffix(" ") else { return false }
        return !name.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{FFFD}" }
    }
}
