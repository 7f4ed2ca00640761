package import ReaderUI

/// Receives events of the reader, from any thread.
package typealias Sink = @Sendable (Event) -> Void
