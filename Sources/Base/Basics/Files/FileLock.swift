import Glibc

/// The lock of `flock(2)`.
package enum FileLock {
    /// Releases the lock and closes the file. Closing alone does not release it while another thread is starting a
    /// program: the child holds a copy of the descriptor until it executes the program.
    package static func close(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }
}
