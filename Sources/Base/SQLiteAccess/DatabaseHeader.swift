/// The numbers in the header of a database's file (SQLite's file format, §1.3), for files that SQLite may refuse.
package struct DatabaseHeader {
    /// The length in bytes.
    package static let length = 100

    private let bytes: [UInt8]

    /// - Parameter bytes: the beginning of the file; a number beyond it reads as 0.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of pages that the file should have.
    package var pages: Int { number(at: 28) }

    package var userVersion: Int { number(at: 60) }

    package var applicationID: Int { number(at: 68) }

    private func number(at offset: Int) -> Int {
        bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
}
