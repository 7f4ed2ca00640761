import Basics
import FeedModel

// Moves in from another reader.
extension State {
    mutating func moveIn(from reader: String) -> [Effect] {
        network.arrival = "moving in from \(reader) (\(keymap.name(of: .cancel)) stops)"
        return [.moveIn(reader: reader)]
    }

    /// Lists the other readers found on this machine; Esc changes nothing.
    mutating func offerMove() -> [Effect] {
        guard !moveOffers.isEmpty else {
            say("Found no other reader; :move-in newsboat looks again")
            return []
        }
        let lines = moveOffers.map {
            Panel.Line(label: $0.reader, detail: $0.feeds.counting("feed"), choice: .moveIn(reader: $0.reader))
        }
        panel = Panel(.discovery, title: "Move in from", lines: lines)
        return []
    }

    /// Stops the import or the first sync. Running it again imports the rest.
    mutating func stopArrival() -> [Effect] {
        say("Stopping; everything imported so far stays")
        return [.cancelRefresh]
    }

    /// Reports the end of an import or of a first sync, and shows the new feeds.
    mutating func endArrival(_ message: Message, hasFiles: Bool) -> [Effect] {
        network.refresh = nil
        network.arrival = nil
        moveOffers = []
        let effects: [Effect] = (hasFiles ? [.configure] : []) + reload()
        report(message)
        return effects
    }

    /// Reports an import. If these are the first feeds, they are fetched at once.
    mutating func endImport(_ message: Message, added: Int) -> [Effect] {
        let isFirst = sidebar.overview.feeds.isEmpty && added > 0 && network.connectivity == .online
        var message = message
        // The message offers the refresh that is starting now.
        if isFirst { message.offers.removeAll { $0.command == .refreshAll } }
        report(message)
        return reload() + (isFirst ? [.refreshAll] : [])
    }

    /// A line of the greeting: a key and its effect.
    struct Greeting: Equatable {
        var key = ""
        var text: String
    }

    /// The suggestions for a person without feeds.
    var greeting: [Greeting] {
        let offers = moveOffers.map {
            suggestion(
                .move,
                "found \($0.reader) with \($0.feeds.counting("feed")): press \(keymap.name(of: .move)) to move in")
        }
        return [Greeting(text: "No feeds yet.")] + offers + [
            suggestion(.add, "add a feed or a site"), suggestion(.importFeeds, "import a file"),
            suggestion(.account, "an account on a server"), suggestion(.open, "read the welcome articles"),
            suggestion(.help, "all keys"),
        ]
    }

    private func suggestion(_ command: Command, _ text: String) -> Greeting {
        Greeting(key: keymap.name(of: command), text: text)
    }
}
