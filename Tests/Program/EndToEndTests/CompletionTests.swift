import Foundation
import Testing

extension EndToEnd {
    /// The Tab key in a shell that has read the completions.
    @Suite struct CompletionTests {
        @Test("Tab adds a slash to the name of a folder, but not to a command that has the same name as a folder")
        func folders() throws {
            let home = try TemporaryHome()
            let folder = home.url.appendingPathComponent("here/config")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let shell = try TerminalSession(
                home: home.url, arguments: ["--norc", "--noprofile", "-i"], environment: ["PS1": "ready> "],
                program: "bash")
            try shell.wait(for: "ready>")
            let script = "'\(Program.path)' --generate-completion-script bash"
            try shell.send("-l", "cd '\(folder.path)/..'; . <(\(script)); clear; echo $((40 + 2))")
            try shell.send("Enter")
            try shell.wait("the shell's answer") { $0.contains("42") }
            for (typed, completed) in [("lede conf", "lede config |"), ("lede import co", "lede import config/|")] {
                try shell.send("-l", typed)
                try shell.send("Tab", "|")
                try shell.wait(for: completed)
                try shell.send("C-c")
            }
        }
    }
}
