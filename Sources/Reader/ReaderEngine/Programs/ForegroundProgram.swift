import Basics
import CSystem
import Glibc

/// Runs a program to its end and lends it the terminal. The program stays in this process's group, which is the
/// terminal's foreground group: in its own group its first read would stop it (SIGTTIN), and Ctrl-Z would stop only the
/// program.
enum ForegroundProgram {
    /// - Parameters:
    ///   - input: the program's standard input, instead of the terminal.
    ///   - variables: added to its environment.
    ///   - running: called with the program's process, and with 0 after its end.
    /// - Returns: its exit code, or 128 plus the number of the signal that killed it.
    static func run(
        _ words: [String], input: String? = nil, variables: [String: String] = [:],
        running: (Int32) -> Void = { _ in }
    ) -> Int32 {
        var ends: [Int32] = [-1, -1]
        // A program started at the same time must not inherit a pipe end: its reader would never see the end of input.
        if input != nil, csystem_pipe(&ends) != 0 { return ExitStatus.notFound }
        let stream = input == nil ? Spawn.Stream.inherited : .descriptor(ends[0])
        let spawn = Spawn(input: stream, environment: .inherited(adding: variables), hasOwnGroup: false)
        let child = spawn.start(words)
        if input != nil { close(ends[0]) }
        guard let child else {
            if input != nil { close(ends[1]) }
            return ExitStatus.notFound
        }
        running(child)
        defer { running(0) }
        if let input {
            _ = WholeWrite.write(Array(input.utf8), to: ends[1])
            close(ends[1])
        }
        return ExitStatus(waitingFor: child).code
    }
}
