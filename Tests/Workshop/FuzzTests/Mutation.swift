import SeededNumbers

/// Changes inputs as a fuzzer does, the same way for the same seed.
struct Mutation {
    private var random: SplitMix
    private let words: [[UInt8]]

    init(seed: Int, words: [[UInt8]]) {
        random = SplitMix(seed: seed)
        self.words = words
    }

    /// Reads a word of a libFuzzer dictionary: `\\`, `\"` and `\xAB` stand for single bytes.
    static func word(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            guard next == UInt8(ascii: "x") else {
                bytes.append(next)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    mutating func mutated(_ input: [UInt8], with others: [[UInt8]]) -> [UInt8] {
        var bytes = input
        for _ in 0...below(3) { change(&bytes, others) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ others: [[UInt8]]) {
        let start = below(bytes.count + 1)
        let end = min(bytes.count, start + below(16))
        switch below(7) {
        case 0: replaceNumber(in: &bytes)
        case 1: bytes.insert(contentsOf: words[below(words.count)], at: start)
        case 2: bytes.replaceSubrange(start..<end, with: words[below(words.count)])
        case 3: bytes.removeSubrange(start..<end)
        case 4: bytes.removeSubrange(start...)
        case 5: bytes.insert(contentsOf: repeatElement(bytes[start..<end], count: 1 + below(50)).joined(), at: start)
        default:
            let other = others[below(others.count)]
            bytes.replaceSubrange(start..., with: other[below(other.count + 1)...])
        }
        if !bytes.isEmpty, below(4) == 0 { bytes[below(bytes.count)] ^= 1 << UInt8(below(8)) }
    }

    /// Puts a boundary number in place of a run of digits.
    private mutating func replaceNumber(in bytes: inout [UInt8]) {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        let starts = bytes.indices.filter { isDigit(bytes[$0]) && ($0 == 0 || !isDigit(bytes[$0 - 1])) }
        guard !starts.isEmpty else { return }
        let start = starts[below(starts.count)]
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: words[below(31)])
    }

    private mutating func below(_ limit: Int) -> Int {
        Int.random(in: 0..<max(1, limit), using: &random)
    }
}
