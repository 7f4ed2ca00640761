private import Glibc

/// A path for a temporary file or folder that only its owner can use, and that nobody can guess.
package struct TemporaryName {
    /// The path for `mkstemp` and `mkdtemp`, which replace the six X at its end with random letters.
    package let template: String

    /// `name-` and six letters, in `folder`.
    package init(_ name: String, in folder: String) {
        template = "\(folder)/\(name)-XXXXXX"
    }

    /// Creates a folder of mode 700 and returns its path; returns nil on failure, with the error in `errno`.
    package func makeFolder() -> String? {
        var path = Array(template.utf8CString)
        return mkdtemp(&path).map { String(cString: $0) }
    }

    /// Opens a new file of mode 600, which programs started later do not inherit, and removes its name: it disappears
    /// with its last descriptor. Returns -1 on failure.
    package func openNameless() -> Int32 {
        var path = Array(template.utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return descriptor }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
        return descriptor
    }
}
