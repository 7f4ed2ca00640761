import ArticleStorage
import FeedModel
import Foundation
import ReaderUI
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct EnclosurePlayerTests {
    @Test(
        "The message names the stored file that is played, or else the address",
        arguments: [
            (nil, "Opening https://example.org/1.mp3"),
            ("/home/enclosures/Show/2026-11-28 One.mp3", "Playing 2026-11-28 One.mp3"),
        ] as [(String?, String)])
    func message(_ file: String?, _ words: String) throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        var commands = ProgramLauncher.Commands()
        commands.player = ExternalCommand(words: ["true"], usesTerminal: false)
        let launcher = ProgramLauncher(
            terminal: ScriptedTerminal(), commands: commands,
            configurationFile: ProgramLauncher.ConfigurationFile(path: "/nonexistent", template: { "" }),
            report: { _ in })
        let player = EnclosurePlayer(store: store, outside: launcher) { _ in }
        let events = player.play(Enclosure(url: "https://example.org/1.mp3"), file: file)
        let texts = events.compactMap { event -> String? in
            guard case .message(let message) = event else { return nil }
            return message.text
        }
        #expect(texts == [words])
    }
}
