import Glibc

/// The free space of disks.
package enum DiskSpace {
    /// Returns the number of bytes that this person may still use on the disk of a file or folder; the largest number
    /// if that is unknown.
    package static func free(at path: String) -> Int64 {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return .max }
        return Int64(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }
}
