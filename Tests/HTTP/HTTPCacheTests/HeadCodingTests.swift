import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("HeadCoding")
struct HeadCodingTests {
    private let sample = stored(
        [.vary: "Accept, Foo", .eTag: "\"ü\"", .setCookie: "a", .setCookie: "b"], status: 206,
        selecting: [.accept: "x"],
        fragment: .init(first: 1, last: 3, total: nil))

    @Test("An encoded head decodes to the same head")
    func roundTrip() throws {
        let bytes = HeadCoding.encode(sample)
        let again = try #require(bytes.withUnsafeBytes { HeadCoding.decode($0, id: sample.id) })
        #expect(
            again.fields == sample.fields && again.selecting == sample.selecting && again.fragment == sample.fragment)
        #expect(again.key == sample.key && again.digest == sample.digest && again.status == 206 && again == sample)
        #expect(again.headBytes == bytes.count && sample.headBytes >= bytes.count)
    }

    @Test("A head that is cut short or has a flipped bit is refused")
    func damaged() {
        let bytes = HeadCoding.encode(sample)
        for length in 0..<bytes.count {
            #expect(Array(bytes[..<length]).withUnsafeBytes { HeadCoding.decode($0, id: 1) } == nil)
        }
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 4
            #expect(damaged.withUnsafeBytes { HeadCoding.decode($0, id: 1) } == nil)
        }
    }
}
