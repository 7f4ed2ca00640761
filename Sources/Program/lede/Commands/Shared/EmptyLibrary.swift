import Glibc

/// A person at a terminal gets a line in place of an empty list; a pipe or a file gets nothing.
enum EmptyLibrary {
    static func explain() {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        print("no feeds yet: lede add URL")
    }
}
