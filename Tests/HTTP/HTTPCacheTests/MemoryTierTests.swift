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
            let (_, generation) = memory.lookup(head.key)
            change()
            memory.copy(head, body: Array("old".utf8), readIn: generation)
            #expect(memory.body(of: head) != Array("old".utf8))
        }
        memory.removeAll()
        memory.copy(head, body: Array("old".utf8), readIn: memory.lookup(head.key).generation)
        #expect(memory.body(of: head) == Array("old".utf8))
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
