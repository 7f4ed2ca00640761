import ReaderUI

/// An unusable part of a configuration or theme file, and its position.
struct ConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
    var file: String
    /// From 1; nil if the problem concerns the whole file.
    var position: Position?
    var message: String

    struct Position: Equatable, Sendable {
        var line: Int
        var column: Int
    }

    /// `file:line:column: message`, as compilers write it, so that editors can jump to the position.
    var description: String {
        text(naming: file)
    }

    /// The problem for a line of the screen. It names the file without its folder, since a path could fill the line.
    var line: String {
        text(naming: file.split(separator: "/").last.map(String.init) ?? file)
    }

    /// Returns one message per problem. The first problem comes last, so that the status line shows it; it counts the
    /// others, which the panel of `key` lists.
    static func messages(_ problems: [ConfigurationProblem], key: String) -> [Message] {
        guard let first = problems.first else { return [] }
        let others = problems.dropFirst().map { Message.error($0.line) }
        let more = others.isEmpty ? "" : " (and \(others.count) more: \(key))"
        return others + [Message(first.line, kind: .error, reference: more)]
    }

    private func text(naming name: String) -> String {
        position.map { "\(name):\($0.line):\($0.column): \(message)" } ?? "\(name): \(message)"
    }
}

extension [ConfigurationProblem] {
    /// The problems of one file by their positions; problems of the whole file come last.
    var inLineOrder: [ConfigurationProblem] {
        sorted {
            ($0.position?.line ?? Int.max, $0.position?.column ?? Int.max)
                < ($1.position?.line ?? Int.max, $1.position?.column ?? Int.max)
        }
    }
}
