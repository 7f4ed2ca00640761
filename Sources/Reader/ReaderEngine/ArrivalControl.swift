package import ReaderUI

/// Brings what other readers have. Every call returns at once; what comes of it is told to the sink, from any thread.
package protocol ArrivalControl: Sendable {
    typealias Sink = @Sendable (Event) -> Void

    func moveIn(from reader: String, _ sink: @escaping Sink)
    /// The readers whose homes are on this machine.
    func findReaders(_ sink: @escaping Sink)
}
