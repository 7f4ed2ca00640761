import Glibc

/// The lock of `flock(2)`.
package enum FileLock {
    /// Releases the lock and closes the file. Closing alone would not release it while another thread starts a program,
    /// which has a copy of the descriptor until it runs.
    package static func close(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }
}
