/// Imports the data of other readers. Every call returns at once; results go to the sink, from any thread.
package protocol ReaderImports: Sendable {
    func moveIn(from reader: String, _ sink: @escaping Sink)
    /// Cancels the import; articles stored so far are kept.
    func cancel()
}
