import Foundation
import Testing

@testable import ReaderUI

@Suite struct MessageLogTests {
    @Test("The last 500 messages are remembered")
    func limit() {
        var log = MessageLog()
        for number in 0...500 { log.add(Message("Message \(number)"), at: Rig.now) }
        #expect(log.all.map(\.text) == (1...500).map { "Message \($0)" } && log.shown?.text == "Message 500")
    }

    @Test("A message that repeats the last one and adds to it replaces it; a recurring one replaces its copy")
    func repetition() {
        var log = MessageLog()
        for text in ["No answer", "No answer; queued", "No answer", "Other"] { log.add(Message(text), at: Rig.now) }
        log.renew(Message("No answer"), at: Rig.now)
        #expect(log.all.map(\.text) == ["No answer; queued", "Other", "No answer"])
    }

    @Test("A note does not replace a problem, whose time is longer")
    func problem() {
        var log = MessageLog()
        log.add(Message("Broken", kind: .error), at: Rig.now)
        log.add(Message("Done"), at: Rig.now)
        #expect(log.shown?.text == "Broken" && log.all.count == 2)
        log.age(to: Rig.now.addingTimeInterval(19))
        #expect(log.shown?.text == "Broken")
        log.age(to: Rig.now.addingTimeInterval(20))
        #expect(log.shown == nil)
    }
}
