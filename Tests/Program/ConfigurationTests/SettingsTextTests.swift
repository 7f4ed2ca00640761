import Foundation
import ReaderUI
import TestFolders
import Testing

@testable import lede

@Suite struct SettingsTextTests {
    private func load(_ bytes: [UInt8]) throws -> Configuration {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("config.toml")
        try Data(bytes).write(to: file)
        chmod(file.path, 0o600)
        return Configuration.load(from: file.path)
    }

    @Test("A byte that is not UTF-8 is reported with its position; the other lines apply")
    func otherEncoding() throws {
        let configuration = try load(
            Array("# Mü".utf8) + [0xFC] + Array("ller\ntheme = \"nord\"\n[reader]\nwidth = 70\n".utf8))
        #expect(configuration.theme == "nord" && configuration.reader.textWidth == 70)
        #expect(configuration.problems.map(\.position) == [.init(line: 1, column: 5)])
        #expect(configuration.problems.first?.message.contains("not UTF-8") == true)
        #expect(!configuration.isReadable)
    }

    @Test("No login is used if the proxy is not UTF-8")
    func proxy() throws {
        let logins = "\n[[credentials]]\nurl = \"https://example.org/\"\nsecret = \"s\"\n"
        let start = Array("[network]\nproxy = \"socks5h://localhost:9050".utf8)
        #expect(try !load(start + Array("\"".utf8) + Array(logins.utf8)).mayHideProxy)
        #expect(try load(start + [0xE4] + Array("\"".utf8) + Array(logins.utf8)).mayHideProxy)
    }

    @Test("A byte order mark is not part of the text")
    func byteOrderMark() throws {
        let configuration = try load([0xEF, 0xBB, 0xBF] + Array("theme = \"nord\"\n".utf8))
        #expect(configuration.theme == "nord" && configuration.problems.isEmpty)
    }

    @Test("A pipe in place of the file, or a file that is too long, is reported at once, and no secret is used")
    func unread() throws {
        let long = try load([UInt8](repeating: UInt8(ascii: "#"), count: (1 << 20) + 1))
        #expect(long.problems.map(\.message) == ["longer than 1 MB"])
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/config.toml"
        #expect(mkfifo(pipe, 0o600) == 0)
        let blocked = Configuration.load(from: pipe)
        #expect(blocked.problems.map(\.message) == ["not a regular file"])
        for configuration in [long, blocked] {
            #expect(!configuration.isReadable && configuration.mayHideProxy)
        }
    }

    @Test("A dangling symbolic link is reported, and no secret is used; otherwise a missing file counts as empty")
    func brokenLink() throws {
        let home = try TemporaryFolder()
        let (folder, target) = (home.path + "/lede", home.path + "/target")
        let file = folder + "/config.toml"
        func problems() -> [String] {
            let configuration = Configuration.load(from: file)
            #expect(configuration.isReadable == configuration.problems.isEmpty)
            #expect(configuration.mayHideProxy == !configuration.problems.isEmpty)
            return configuration.problems.map(\.description)
        }
        #expect(problems() == [])
        #expect(symlink(target, folder) == 0)
        #expect(problems() == ["\(folder): a symbolic link without a target"])
        #expect(mkdir(target, 0o700) == 0)
        #expect(problems() == [])
        #expect(symlink("nowhere", file) == 0)
        #expect(problems() == ["\(file): a symbolic link without a target"])
        try "theme = \"nord\"\n".write(toFile: target + "/nowhere", atomically: true, encoding: .utf8)
        #expect(problems() == [] && Configuration.load(from: file).theme == "nord")
        let above = home.path + "/above"
        #expect(symlink("nowhere", above) == 0)
        let configuration = Configuration.load(from: above + "/lede/config.toml")
        #expect(configuration.problems.map(\.description) == ["\(above): a symbolic link without a target"])
        #expect(!configuration.isReadable && configuration.mayHideProxy)
    }

    @Test("A setting for a missing command has no effect, but counts as set")
    func withoutCommand() throws {
        let text = try ConfigCommand.effective(Configuration("[commands]\nplayer-terminal = true\n"), file: "f")
        #expect(text.contains("# player-terminal has no effect  # line 2\n# bookmark is not set  # default\n"))
    }
}
