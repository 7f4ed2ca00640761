import Foundation
import Testing

extension EndToEnd {
    /// Control characters in words of the command line, in names of files and folders, and in settings.
    @Suite struct ControlCharacterTests {
        /// Sets the window's title, sets the colour (also by a C1 character), and reverses the reading direction.
        private static let hostile = "a\u{1B}]0;x\u{07}\u{1B}[31m\u{9B}31m\u{202E}b"

        private func isSafe(_ result: Program.Result) -> Bool {
            (result.output + result.errors).unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                case 0x09, 0x0A: true
                case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E: false
                default: true
                }
            }
        }

        @Test(
            "An error repeats a word or the name of a file without its control characters",
            arguments: [
                [hostile], ["offline", hostile], ["offline", "on", hostile], ["count", "--" + hostile],
                ["remove", hostile], ["refresh", hostile], ["feed", hostile], ["fetch", hostile],
                ["add", "http://\(hostile)/"], ["import", "/nonexistent/" + hostile], ["parse", hostile],
            ])
        func errors(_ arguments: [String]) throws {
            let result = try Program.lede(arguments)
            #expect(result.status != 0 && result.errors.contains("31m"), "\(result)")
            #expect(isSafe(result), "\(result)")
        }

        @Test("The name of a program's feed and the path of the settings are printed without control characters")
        func output() throws {
            let home = try TemporaryHome()
            let folder = home.url.appendingPathComponent(Self.hostile)
            let tagged = ["feed", "1", "--folder", Self.hostile, "tags=" + Self.hostile]
            let adding = ["add", "exec:" + Self.hostile, "--command", "true"]
            for arguments in [adding, tagged, ["list"], ["list", "--json"], ["feed", "1"], ["config"]] {
                let result = try Program.lede(arguments, home: folder)
                #expect(result.status == 0 && result.output.contains("31m"), "\(result)")
                #expect(isSafe(result), "\(result)")
            }
        }
    }
}
