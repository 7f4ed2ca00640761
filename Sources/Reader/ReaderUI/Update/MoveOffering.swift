import Basics

// Moving in from another reader.
extension State {
    mutating func moveIn(from reader: String) -> [Effect] {
        say("Moving in from \(reader)")
        return [.moveIn(reader: reader)]
    }

    /// Lists the other readers found on this machine; Esc changes nothing.
    mutating func offerMove() -> [Effect] {
        guard !moveOffers.isEmpty else {
            say("No other reader found; try :move-in newsboat")
            return []
        }
        let lines = moveOffers.map {
            Panel.Line(label: $0.reader, detail: $0.feeds.counting("feed"), choice: .moveIn(reader: $0.reader))
        }
        panel = Panel(.discovery, title: "Move in from", lines: lines)
        return []
    }

    mutating func arrived(_ message: Message, hasFiles: Bool) -> [Effect] {
        refresh = nil
        moveOffers = []
        let effects: [Effect] = (hasFiles ? [.configure] : []) + reload()
        messages.add(message, at: clock.now)
        return effects
    }

    /// The suggestions for a person without feeds.
    var greeting: [String] {
        let offers = moveOffers.map {
            "M      found \($0.reader) with \($0.feeds.counting("feed")): move in"
        }
        return ["No feeds yet.", "", "Enter  read the welcome articles"] + offers + [
            "a      add a feed, a site or an account", "I      import a file", "?      all keys",
        ]
    }
}
