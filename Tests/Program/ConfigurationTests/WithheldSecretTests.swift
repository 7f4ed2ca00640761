import Foundation
import TestFolders
import Testing

@testable import lede

@Suite struct WithheldSecretTests {
    private static let login = "\n[[credentials]]\nurl = \"https://a.example\"\nuser = \"me\"\nsecret-file = \"/s\"\n"

    private func load(_ bytes: Data) throws -> Configuration {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "config.toml")
        try bytes.write(to: file)
        return Configuration.load(from: file.path)
    }

    @Test(
        "No secret is used while the proxy setting cannot be read, however it is written",
        arguments: [
            "[network]\nproxy = socks5h://localhost:9050", "[network]\nproxy = 9050", "[network]\n\tproxy = 9050",
            "[network]\n\"proxy\" = 9050", "network.proxy = 9050", "[netwrok]\nproxy = \"socks5h://localhost:9050\"",
            "[network]\nproxy = \"\"\nproxy = \"socks5h://localhost:9050\"",
            "[network]\nproxy = \"http://localhost:1\"\nproxy = \"socks5h://localhost:9050\"",
            "[network]\nproxy = \"\"\n[network]\nproxy = \"socks5h://x:1\"", "[network]\nProxy = \"socks5h://x:1\"",
            "# c\r[network]\rproxy = \"socks5h://x:1\"\r", "# a\u{2028}b\u{C}\n[network]\ncache-days = 3\nproxy = 9050",
        ])
    func withheld(_ text: String) throws {
        let configuration = try load(Data((text + Self.login).utf8))
        #expect(configuration.mayHideProxy)
    }

    @Test("Logins that are not used are still known, so that nothing is requested without them")
    func rules() throws {
        let configuration = try load(Data(("[network]\nproxy = 9050" + Self.login).utf8))
        #expect(configuration.mayHideProxy && configuration.credentials.count == 1)
        #expect(configuration.problems.contains { $0.message.hasPrefix("no login in this file is used") })
    }

    @Test("No secret is used if the file cannot be read up to the proxy, or is not UTF-8 there")
    func unread() throws {
        #expect(try load(Data("x = \"\"\"\n[network]\nproxy = \"socks5h://localhost:1\"".utf8)).mayHideProxy)
        #expect(try load(Data([0x5B, 0xFF]) + Data("\nproxy = \"socks5h://localhost:1\"".utf8)).mayHideProxy)
        let utf16 = try #require("[network]\nproxy = \"socks5h://localhost:1\"".data(using: .utf16LittleEndian))
        #expect(try load(utf16).mayHideProxy)
    }

    @Test(
        "Secrets are used with a readable proxy, without a proxy, and in spite of other mistakes",
        arguments: [
            "", "[network]\nproxy = \"socks5h://localhost:9050\"", "[network]\nproxy = \"\"\nwrong = yes",
            "[network]\nproxy = \"http://localhost:1\"\nwrong = 1", "[kill]\ntitle = \"a\"", "[colours]\na = 1",
            "[[highlight]]\nstyle = \"bold\"", "# proxy\nwrong = yes",
        ])
    func used(_ text: String) throws {
        let configuration = try load(Data((text + Self.login).utf8))
        #expect(!configuration.mayHideProxy && configuration.credentials.count == 1)
    }
}
