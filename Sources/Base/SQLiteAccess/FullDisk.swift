import Basics
package import GRDB

extension DatabaseError {
    /// The size of one piece of the log's index, in bytes: with less room it cannot grow.
    private static let indexPieceBytes: Int64 = 32 << 10

    /// Codes of failures to write, which a full disk may cause as well as a failing one. SQLite reports the log's index
    /// (`-shm`) in the same way.
    private static let writeFailures: [ResultCode] = [
        .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC,
    ]

    /// Returns the error that names the cause: `SQLITE_FULL` if a write failed and the disk has no room.
    package func namingFullDisk(of path: String) -> DatabaseError {
        namingFullDisk(freeBytes: DiskSpace.free(at: path))
    }

    func namingFullDisk(freeBytes: @autoclosure () -> Int64) -> DatabaseError {
        guard Self.writeFailures.contains(extendedResultCode), freeBytes() < Self.indexPieceBytes else { return self }
        return DatabaseError(resultCode: .SQLITE_FULL, message: message)
    }
}
