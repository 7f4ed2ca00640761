import Foundation

/// The reason why a command's input is not read, in one line.
struct InputError: Error, CustomStringConvertible {
    let description: String
}

extension FileHandle {
    /// Reads up to the end. An error names the input: those of `readToEnd` do not, and `readDataToEndOfFile` would end
    /// the program.
    func contents(named name: String) throws -> Data {
        do {
            return try readToEnd() ?? Data()
        } catch {
            let reason = ErrorReport.line(for: error) ?? "cannot be read"
            throw InputError(description: "\(name): \(reason)")
        }
    }

    /// The name of standard input in messages.
    static let standardInputName = "standard input"
}
