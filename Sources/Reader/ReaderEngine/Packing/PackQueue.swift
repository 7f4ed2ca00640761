import Dispatch

/// Runs the reader's reads and writes of the pack store one after the other, in the background.
struct PackQueue: Sendable {
    private let queue = DispatchQueue(label: "lede.pack", qos: .utility)

    func run(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }
}
