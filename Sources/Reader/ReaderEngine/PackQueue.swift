import Dispatch

/// What reads and writes the hold for the reader, one after the other, behind the screen.
struct PackQueue: Sendable {
    private let queue = DispatchQueue(label: "lede.hold", qos: .utility)

    func run(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }
}
