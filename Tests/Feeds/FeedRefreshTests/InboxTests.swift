import Testing

@testable import FeedRefresh

@Suite("Mailbox") struct MailboxTests {
    @Test("Messages arrive together and in order")
    func order() async {
        let mailbox = Mailbox<Int>()
        for number in 1...3 { mailbox.post(number) }
        #expect(await mailbox.messages() == [1, 2, 3])
        mailbox.post(4)
        #expect(await mailbox.messages() == [4])
    }

    @Test("A reader waits for the first message, and loses none of many senders")
    func waiting() async {
        let mailbox = Mailbox<Int>()
        let reader = Task {
            var numbers: [Int] = []
            while numbers.count < 400 { numbers += await mailbox.messages() }
            return numbers
        }
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in 0..<100 {
                        mailbox.post(sender * 100 + number)
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

    @Test("A cancelled reader still gets messages")
    func cancelled() async {
        let mailbox = Mailbox<Int>()
        let reader = Task {
            while !Task.isCancelled { await Task.yield() }
            var numbers: [Int] = []
            while numbers.count < 2 { numbers += await mailbox.messages() }
            return numbers
        }
        reader.cancel()
        mailbox.post(1)
        await Task.yield()
        mailbox.post(2)
        #expect(await reader.value == [1, 2])
    }
}
