/// Something in a configuration or theme file that could not be used, and where it stands.
struct ConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
    var file: String
    /// From 1; nil where it is about the file as a whole.
    var position: Position?
    var message: String

    struct Position: Equatable, Sendable {
        var line: Int
        var column: Int
    }

    /// `file:line:column: message`, as compilers write it, so that editors can jump there.
    var description: String {
        position.map { "\(file):\($0.line):\($0.column): \(message)" } ?? "\(file): \(message)"
    }
}
