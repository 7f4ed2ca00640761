import Testing

@testable import FeedRefresh

@Suite("Inbox", .timeLimit(.minutes(1))) struct InboxTests {
    @Test("Messages arrive together and in order")
    func order() async {
        let inbox = Inbox<Int>()
        for number in 1...3 { inbox.post(number) }
        #expect(await inbox.messages() == [1, 2, 3])
        inbox.post(4)
        #expect(await inbox.messages() == [4])
    }

    @Test("A reader waits for the first message, and receives every message of many senders")
    func waiting() async {
        let inbox = Inbox<Int>()
        let reader = Task {
            var numbers: [Int] = []
            while numbers.count < 400 { numbers += await inbox.messages() }
            return numbers
        }
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in 0..<100 {
                        inbox.post(sender * 100 + number)
                        await Task.yield()
                    }
                }
            }
        }
        let numbers = await reader.value
        #expect(numbers.sorted() == Array(0..<400))
        for sender in 0..<4 {
            let own = numbers.filter { $0 / 100 == sender }
            #expect(own == own.sorted())
        }
    }

    @Test("A cancelled reader still receives messages")
    func cancelled() async {
        let inbox = Inbox<Int>()
        let reader = Task {
            while !Task.isCancelled { await Task.yield() }
            var numbers: [Int] = []
            while numbers.count < 2 { numbers += await inbox.messages() }
            return numbers
        }
        reader.cancel()
        inbox.post(1)
        await Task.yield()
        inbox.post(2)
        #expect(await reader.value == [1, 2])
    }
}
