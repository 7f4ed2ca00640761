import Foundation
import Testing

/// A tmpfs of a fixed size with a copy of a library, in a namespace of its own.
struct SmallDisk {
    /// The folder of the disk, which is empty outside the namespace.
    let path: String
    private let preparation: String

    /// - Parameter size: the size in the notation of `mount`.
    init(_ size: String, copying home: TemporaryHome) {
        path = home.url.appendingPathComponent("disk").path
        preparation = """
            set -e
            mkdir '\(path)'
            mount -t tmpfs -o size=\(size) none '\(path)'
            cp -a '\(home.url.path)/data' '\(path)/'
            export LEDE_HOME='\(path)'

            """
    }

    /// Returns a shell command that runs in the namespace, for a terminal.
    func program(_ commands: String) -> String {
        "unshare -rm sh -c \"\(preparation + commands)\""
    }

    func run(_ commands: String) throws -> Program.Result {
        try Program.run("/usr/bin/unshare", ["-rm", "sh", "-c", preparation + commands])
    }

    /// A command that prints the free bytes, for `free`.
    var freeCommand: String { "echo \"free $(($(stat -f -c '%a * %S' '\(path)')))\"" }

    static func free(in result: Program.Result) throws -> Int {
        try #require(result.output.firstMatch(of: /free (\d+)/).flatMap { Int($0.output.1) })
    }
}
