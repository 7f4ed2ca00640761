/// A function that reads untrusted bytes and checks the rules that must hold for every input. libFuzzer (`FeedFuzz`)
/// searches for inputs that break them, and the tests run it on the corpus and on mutations of the corpus.
struct FuzzTarget: Sendable {
    let name: String
    /// Throws `BrokenInvariant` if a rule does not hold; a trap is a failure, too.
    let run: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        FuzzTarget(name: "feed", run: FeedFuzzing.readAsFeed),
        FuzzTarget(name: "subscriptions", run: FeedFuzzing.readAsSubscriptions),
        FuzzTarget(name: "since", run: FeedFuzzing.readAsSince),
        FuzzTarget(name: "page", run: PageFuzzing.read),
        FuzzTarget(name: "transcript", run: PageFuzzing.readAsTranscript),
        FuzzTarget(name: "head", run: HeadFuzzing.readFromServer),
        FuzzTarget(name: "cached-head", run: HeadFuzzing.readFromCache),
        FuzzTarget(name: "request", run: RequestFuzzing.serve),
        FuzzTarget(name: "sync", run: SyncFuzzing.sync),
        FuzzTarget(name: "toml", run: FileFuzzing.readTOML),
        FuzzTarget(name: "newsboat", run: FileFuzzing.moveFromNewsboat),
        FuzzTarget(name: "terminal", run: TerminalFuzzing.type),
        FuzzTarget(name: "coding", run: HeadFuzzing.decode),
        FuzzTarget(name: "picture", run: PictureFuzzing.decode),
    ]

    static func named(_ name: String) -> FuzzTarget? {
        all.first { $0.name == name }
    }
}

/// A rule that an input broke.
struct BrokenInvariant: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless the condition holds.
///
/// - Parameter reason: the failure in words.
func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw BrokenInvariant(description: reason()) }
}
