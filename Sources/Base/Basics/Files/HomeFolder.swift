import Glibc

/// The person's home folder, and the paths that a person writes.
package enum HomeFolder {
    /// Returns the home folder: the value of `HOME`, else the entry of the user database; nil if neither is an absolute
    /// path.
    package static func path(variable: String?) -> String? {
        if let variable, variable.hasPrefix("/") { return variable }
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
        let home = String(cString: folder)
        return home.hasPrefix("/") && home != "/" ? home : nil
    }

    /// Returns the absolute form of a path: `~/` is the home folder, and a relative path begins at `folder`. Without a
    /// home folder `~` is a name like any other.
    package static func expanded(_ path: String, home: String?, from folder: String) -> String {
        if path.hasPrefix("~/"), let home { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : folder + "/" + path
    }
}
