import Testing

@testable import ReaderEngine

@Suite struct PictureQueueTests {
    private func add(_ addresses: [String], to queue: inout PictureQueue) -> [Int] {
        queue.add(addresses, kilobytes: 100) { _ in }
    }

    private func rest(of queue: inout PictureQueue, for worker: Int) -> [String] {
        var addresses: [String] = []
        while let item = queue.next(for: worker) { addresses.append(item.address) }
        return addresses
    }

    @Test("The pictures of the last request come first, each once, and none that is being loaded")
    func order() throws {
        var queue = PictureQueue()
        let workers = add(["a", "b", "c", "b"], to: &queue)
        let loading = queue.next(for: workers[0])
        #expect(loading?.address == "a")
        _ = add(["d", "a", "c"], to: &queue)
        #expect(rest(of: &queue, for: workers[0]) == ["d", "c", "b"])
        queue.finish(try #require(loading))
        let again = add(["a"], to: &queue)
        #expect(rest(of: &queue, for: try #require(again.first)) == ["a"])
    }

    @Test("At most four pictures are loaded at once")
    func limit() {
        var queue = PictureQueue()
        #expect(add((1...9).map(String.init), to: &queue).count == 4)
        #expect(add(["x"], to: &queue).isEmpty)
    }
}
