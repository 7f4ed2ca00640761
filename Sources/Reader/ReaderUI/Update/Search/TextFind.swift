// Finds words in the text.
extension State {
    mutating func find(_ text: String) -> [Effect] {
        guard reading != nil else {
            decline(requestToOpen)
            return []
        }
        reading?.look(for: text)
        scrollText(by: 0)
        sayIfNotFound()
        return []
    }

    private mutating func sayIfNotFound() {
        guard let find = reading?.find, find.matches.isEmpty, reading?.goal == nil else { return }
        say("“\(find.text)” not found")
    }

    mutating func moveMatch(by count: Int) -> [Effect] {
        guard reading?.find != nil else {
            say("Search in the text first (\(keymap.name(of: .search)))")
            return []
        }
        reading?.moveMatch(by: count)
        scrollText(by: 0)
        sayIfNotFound()
        return []
    }
}
