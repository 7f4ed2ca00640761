private import Glibc

/// A path for a temporary file or folder that only its owner can use, and that nobody can guess.
package struct TemporaryName {
    /// The path before the system has put random letters in place of its end; it has the final length.
    package let template: String

    /// `name-` and six letters, in `folder`.
    package init(_ name: String, in folder: String) {
        template = "\(folder)/\(name)-XXXXXX"
    }

    /// Creates a folder of mode 700 and returns its path; nil after an error, which `errno` has.
    package func makeFolder() -> String? {
        var path = Array(template.utf8CString)
        return mkdtemp(&path).map { String(cString: $0) }
    }

    /// Opens a new file of mode 600, which programs started later do not inherit, and removes its name: it disappears
    /// with its last descriptor. Returns -1 after an error.
    package func openNameless() -> Int32 {
        var path = Array(template.utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return descriptor }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
        return descriptor
    }
}
