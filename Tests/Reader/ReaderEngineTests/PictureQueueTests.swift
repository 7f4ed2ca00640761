import Testing

@testable import ReaderEngine

@Suite struct PictureQueueTests {
    private func add(_ addresses: [String], to queue: inout PictureQueue) -> [Int] {
        queue.add(addresses, of: nil, kilobytes: 100) { _ in }
    }

    private func rest(of queue: inout PictureQueue, for worker: Int) -> [String] {
        var addresses: [String] = []
        while let item = queue.next(for: worker) { addresses.append(item.address) }
        return addresses
    }

    @Test("The pictures of the last request come first, each once, without those that are already being loaded")
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

    @Test("At most eight pictures are loaded at once")
    func limit() {
        var queue = PictureQueue()
        #expect(add((1...9).map(String.init), to: &queue).count == 8)
        #expect(add(["x"], to: &queue).isEmpty)
    }

    @Test(
        "Two pictures of a host are loaded at once; other hosts go ahead of the rest, which the host's workers load"
    )
    func busyHost() throws {
        var queue = PictureQueue()
        let slow = (1...4).map { "http://slow.test/\($0)" }
        let workers = add(slow + ["http://SLOW.test/5", "http://fast.test/1"], to: &queue)
        let (first, second) = (queue.next(for: workers[0]), queue.next(for: workers[1]))
        #expect([first?.address, second?.address] == [slow[0], slow[1]])
        #expect(rest(of: &queue, for: workers[2]) == ["http://fast.test/1"])
        #expect(rest(of: &queue, for: workers[3]).isEmpty)
        queue.finish(try #require(first))
        #expect(rest(of: &queue, for: workers[0]) == [slow[2], slow[3], "http://SLOW.test/5"])
    }
}
