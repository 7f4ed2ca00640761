package import Glibc

/// Reads the entries that `readdir` returns.
package enum FolderEntry {
    /// Returns the entry's name. Copying the whole value would read past the end of an entry that is shorter than its
    /// type.
    package static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = UnsafeRawPointer(entry).advanced(by: offset)
        return String(cString: start.assumingMemoryBound(to: CChar.self))
    }
}
