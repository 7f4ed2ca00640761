import Basics

/// The changes of a journal that the library has: all up to a number, and single later ones, since changes may reach
/// the library in another order than their numbers.
struct JournalProgress: Equatable {
    private(set) var last: Int64 = 0
    private var later: Set<Int64> = []

    init() {}

    /// Reads the text that the library holds; nil if it is damaged.
    init?(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Int64($0, within: 0 ... .max) }
        guard let last = numbers.first else { return nil }
        self.last = last
        for number in numbers.dropFirst() { add(number) }
    }

    var text: String { ([last] + later.sorted()).map { String($0) }.joined(separator: " ") }

    func contains(_ number: Int64) -> Bool {
        number <= last || later.contains(number)
    }

    mutating func add(_ number: Int64) {
        guard !contains(number) else { return }
        later.insert(number)
        while later.remove(last.addingSaturating(1)) != nil { last = last.addingSaturating(1) }
    }
}
