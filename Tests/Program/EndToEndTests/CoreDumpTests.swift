import Foundation
import Testing

extension EndToEnd {
    @Suite struct CoreDumpTests {
        /// Sends a line to a program, waits for its reply, and makes the program crash.
        private static let script = """
            cd "$1" && shift && ulimit -c unlimited && mkfifo in out || exit 9
            "$@" < in > out & child=$!
            exec 3> in 4< out
            echo '{}' >&3
            read -r answer <&4
            kill -SEGV $child
            wait $child
            echo $?
            """

        private func crash(_ words: [String]) throws -> Program.Result {
            let home = try TemporaryHome()
            // Swift's backtrace, which may be turned on in a test, would catch the signal and continue.
            return try Program.run(
                "/bin/sh", ["-c", Self.script, "sh", home.url.path] + words,
                environment: ["LEDE_HOME": home.url.path, "SWIFT_BACKTRACE": "enable=no"])
        }

        @Test("A crash of lede does not write a core file where a crash of another program does")
        func crash() throws {
            // The machine may not allow core files at all.
            guard try crash(["cat"]).errors.contains("core dumped") else { return }
            let result = try crash([Program.path, "parse", "--batch"])
            #expect(result.output == "139\n" && !result.errors.contains("core dumped"), "\(result)")
        }
    }
}
