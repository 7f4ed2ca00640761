import Foundation
import Testing

/// Every fuzz target on the corpus, which has an input of each kind and for each bug found, and on mutations of it.
/// `LEDE_LONG_TESTS=1` tries a hundred times as many.
@Suite struct CorpusTests {
    private static let mutations = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1" ? 4_000 : 40

    private static let folder = Bundle.module.resourceURL!.appendingPathComponent("Corpus")

    private func inputs(of target: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = Self.folder.appendingPathComponent(target)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) }
    }

    @Test("Every input of the corpus satisfies the rules of its target", arguments: FuzzTarget.all.map(\.name))
    func corpus(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let inputs = try inputs(of: name)
        #expect(!inputs.isEmpty)
        for input in inputs {
            #expect(throws: Never.self, "\(name)/\(input.name)") { try target.run(input.bytes) }
        }
        #expect(throws: Never.self) { try target.run([]) }
    }

    @Test(
        "Mutations of the corpus satisfy the rules, too: boundary numbers, and truncated, doubled and mixed inputs",
        arguments: FuzzTarget.all.map(\.name))
    func mutated(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        var mutation = try Mutation(seed: 20_261_122, words: Self.dictionary())
        let inputs = try inputs(of: name).map(\.bytes)
        for input in inputs {
            for _ in 0..<Self.mutations {
                let bytes = mutation.mutated(input, with: inputs)
                #expect(throws: Never.self, "\(name): \(Data(bytes).base64EncodedString())") { try target.run(bytes) }
            }
        }
    }

    private static func dictionary() throws -> [[UInt8]] {
        let file = Bundle.module.resourceURL!.appendingPathComponent("boundaries.dict")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("\"") }
            .map { Mutation.word(String($0.dropFirst().dropLast())) }
    }

    @Test("The dictionary is read as libFuzzer reads it")
    func words() throws {
        #expect(Mutation.word(#"a\"\\\x1B["#) == Array("a\"\\\u{1B}[".utf8))
        #expect(try Self.dictionary().count > 40)
    }
}
