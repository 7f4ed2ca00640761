package import ReaderUI

/// Imports the data of other readers. Every call returns at once; results go to the sink, from any thread.
package protocol ArrivalControl: Sendable {
    typealias Sink = @Sendable (Event) -> Void

    func moveIn(from reader: String, _ sink: @escaping Sink)
    /// Ends a move within moments; articles stored by then are kept.
    func cancel()
    /// Finds the readers with data on this machine.
    func findReaders(_ sink: @escaping Sink)
}
