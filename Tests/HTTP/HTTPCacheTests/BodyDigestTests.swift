import Testing

@testable import HTTPCache

@Suite("BodyDigest")
struct BodyDigestTests {
    @Test("Every flipped bit changes the digest, at every length up to 70")
    func flips() {
        for length in 1...70 {
            var body = [UInt8](repeating: 0, count: length)
            let digest = BodyDigest(of: body)
            for bit in 0..<length * 8 {
                body[bit / 8] ^= 1 << (bit % 8)
                #expect(BodyDigest(of: body) != digest)
                body[bit / 8] ^= 1 << (bit % 8)
            }
        }
    }

    @Test("A digest survives storage as bytes; bytes of another length are not a digest")
    func bytes() {
        let digest = BodyDigest(of: Array("lede".utf8))
        #expect(digest.bytes.count == 16)
        #expect(BodyDigest(bytes: digest.bytes) == digest)
        #expect(BodyDigest(bytes: Array(digest.bytes.dropLast())) == nil)
    }

    @Test("Zeros of different lengths have different digests")
    func zeros() {
        let digests = Set((0..<200).map { BodyDigest(of: [UInt8](repeating: 0, count: $0)) })
        #expect(digests.count == 200)
    }

    @Test("Digests stay the same across releases because the cache stores them")
    func stable() {
        #expect("\(BodyDigest(of: Array("lede".utf8)))".utf8.count == 32)
    }
}
