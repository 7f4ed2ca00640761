import ArgumentParser
import ArticleStorage
import FeedModel

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Show or change the settings of one feed.",
        discussion: "NAME=default resets a setting to the value for all feeds.\n\n"
            + FeedPreferences.Name.allCases.map { "\($0.rawValue): \($0.expectation)" }.joined(separator: "\n"))

    @Argument(help: "The feed, by address, number or part of its title.")
    var url: String

    @Argument(help: ArgumentHelp("What to change.", valueName: "NAME=VALUE"))
    var changes: [String] = []

    func run() throws {
        let store = try Workplace().store
        let subscription = try store.subscription(named: url)
        var preferences = subscription.preferences
        for change in changes { try apply(change, to: &preferences) }
        if preferences != subscription.preferences { try store.setPreferences(preferences, of: subscription.id) }
        for name in FeedPreferences.Name.allCases { print("\(name.rawValue)=\(preferences.text(of: name))") }
    }

    private func apply(_ change: String, to preferences: inout FeedPreferences) throws {
        let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let name = FeedPreferences.Name(rawValue: parts[0]) else {
            throw ValidationError("\(change) sets none of the names that `lede feed --help` lists.")
        }
        guard preferences.set(name, to: parts[1]) else {
            throw ValidationError("\(name.rawValue) is \(name.expectation), or \(FeedPreferences.unset).")
        }
    }
}
