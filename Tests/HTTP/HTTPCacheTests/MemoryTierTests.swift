import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("MemoryTier")
struct MemoryTierTests {
    @Test("A head read during a change is not inserted into memory")
    func overtaken() {
        let memory = MemoryTier(capacity: 1 << 20)
        let head = stored()
        memory.insertHeads {
            memory.remove(head.key)
            return [head]
        }
        #expect(memory.lookup(head.key).stored.isEmpty)
        memory.insertHeads { [head] }
        #expect(memory.lookup(head.key).stored == [head] && memory.body(of: head) == nil)
    }

    enum Change: CaseIterable {
        case removal, update, storage

        func make(_ head: StoredResponse, in memory: MemoryTier) {
            switch self {
            case .removal: memory.remove(head.key)
            case .update: memory.update(head)
            case .storage:
                memory.store(head, body: [])
                memory.remove(head.key)
            }
        }
    }

    @Test(
        "A change to one address during a read keeps only its heads out of memory; removing everything keeps all out",
        arguments: Change.allCases)
    func overtakenElsewhere(_ change: Change) {
        let memory = MemoryTier(capacity: 1 << 20)
        let (head, other) = (stored(), stored(url: "http://h.test/b"))
        memory.insertHeads {
            change.make(other, in: memory)
            memory.insertHeads { [] }
            return [head, other]
        }
        #expect(memory.lookup(head.key).stored == [head] && memory.lookup(other.key).stored.isEmpty)
        for removal in [{ memory.removeAll() }, { memory.removeUnused(since: .infinity) }] {
            memory.insertHeads {
                removal()
                return [head]
            }
            #expect(memory.lookup(head.key).stored.isEmpty)
        }
    }

    @Test("A response read from the disk is copied into memory unless something has changed there")
    func copied() {
        let memory = MemoryTier(capacity: 1 << 20)
        let head = stored()
        let changes: [() -> Void] = [
            { memory.remove(head.key) }, { memory.removeAll() }, { memory.update(head) },
            { memory.store(head, body: Array("new".utf8)) },
        ]
        for change in changes {
            let generation = memory.lookup(head.key).generation
            change()
            memory.copy(head, body: Array("old".utf8), readIn: generation)
            #expect(memory.body(of: head) != Array("old".utf8))
        }
        memory.removeAll()
        memory.copy(head, body: Array("old".utf8), readIn: memory.lookup(head.key).generation)
        #expect(memory.body(of: head) == Array("old".utf8))
    }

    /// Returns a head with one field of that length.
    private func head(_ length: Int, id: Int64 = StoredResponse.newIdentity(), at path: String) -> StoredResponse {
        StoredResponse(
            id: id, key: CacheKey(HTTPAddress("http://h.test/\(path)")!), status: 200, reason: "",
            fields: [.server: String(repeating: "x", count: length)], selecting: [], requestTime: 0, responseTime: 0,
            bodyBytes: 0, digest: BodyDigest(of: []))
    }

    @Test("A large head counts its full size")
    func largeHeads() {
        let memory = MemoryTier(capacity: 1 << 20)
        memory.insertHeads { (0..<20).map { head(100_000, at: "\($0)") } }
        #expect((1...10).contains(memory.heads().count) && memory.usage <= 1 << 20)
        memory.removeAll()
        memory.insertHeads { [head(10, at: "small"), head(1 << 20, at: "large")] }
        #expect(memory.heads().map(\.stored.key.url) == ["http://h.test/small"])
        #expect(DiskChange.update(head(100_000, at: "a")).bytes > 100_000)
    }

    @Test("An update counts the size of the new head")
    func grownHead() {
        let memory = MemoryTier(capacity: 1 << 20)
        let (old, other) = (head(10, at: "a"), head(10, at: "b"))
        for stored in [old, other] { memory.store(stored, body: []) }
        memory.update(head(100_000, id: old.id, at: "a"))
        #expect(memory.usage > 100_000 && memory.heads().count == 2)
        memory.update(head(1 << 20, id: old.id, at: "a"))
        #expect(memory.heads().map(\.stored) == [other] && memory.usage <= 1024)
    }

    @Test("The least recently used entry is evicted")
    func memoryOrder() {
        let cache = ResponseCache(memoryCapacity: 3 * (1024 + 100))
        let body = String(repeating: "x", count: 100)
        for name in ["a", "b", "c"] { cache.put(name, body) }
        _ = cache.text("a")
        cache.put("d", body)
        #expect(cache.text("b") == nil && cache.text("a") == body && cache.text("c") == body && cache.text("d") == body)
        for _ in 0..<1000 { _ = cache.text("a") }
        cache.put("e", body)
        #expect(cache.text("a") == body && cache.text("c") == nil)
    }
}
