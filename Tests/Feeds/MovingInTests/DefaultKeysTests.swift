import Testing

@testable import MovingIn

@Suite struct DefaultKeysTests {
    /// Returns each binding as a line.
    private func lines(_ bindings: [MovedConfiguration.Binding]) -> [String] {
        bindings.map { binding in
            let commands = binding.commands.map { if case .command(let line) = $0 { line } else { "run" } }
            return "\(binding.column ?? "all") \(binding.keys): \(commands.joined(separator: " "))"
        }
    }

    @Test("Newsboat's default keys run the commands of their dialogs")
    func newsboat() {
        let lines = self.lines(NewsboatHome.defaultKeys)
        #expect(lines.count == 29)
        for line in [
            "articles j: next-feed", "feeds J: down", "text J: next-article", "feeds l: show-read-feeds",
            "articles l: show-read-articles", "text e: pack-enclosure", "articles Ctrl-e: star", "text O: browser",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test("Newsraft's default keys run the commands of their actions")
    func newsraft() {
        let lines = self.lines(NewsraftHome.defaultKeys)
        #expect(lines.contains("all d: mark-read down") && lines.contains("text d: mark-read next-article"))
        #expect(lines.contains("all *: go-to-feed") && lines.contains("all Ctrl-e: down"))
        #expect(Set(NewsraftHome.defaultKeys.map(\.keys)).count == 12)
    }

    @Test("A key that the person has bound or unbound keeps that")
    func ownKeys() {
        var configuration = MovedConfiguration()
        configuration.bind(.init(keys: "j", commands: [.command("down")]))
        configuration.bind(.init(keys: "s", column: "articles", commands: []))
        configuration.addDefaultKeys(NewsboatHome.defaultKeys)
        let lines = self.lines(configuration.bindings)
        #expect(lines.filter { $0.contains(" j: ") } == ["all j: down"])
        #expect(lines.filter { $0.contains(" s: ") }.sorted() == ["articles s: ", "text s: save"])
    }
}
