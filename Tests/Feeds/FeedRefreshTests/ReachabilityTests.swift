import Foundation
import Testing

@testable import FeedRefresh

@Suite struct ReachabilityTests {
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("One dead server does not make the connection count as dead")
    func oneHost() {
        var line = Reachability()
        for _ in 0..<10 { line.failed(host: "a.example", knownHosts: 5, now: now, jitter: 0.5) }
        #expect(!line.isUnreachable)
    }

    @Test("Three failed hosts in a row make it count as dead, and probes become rarer")
    func threeHosts() {
        var line = Reachability()
        for host in ["a", "b", "c"] { line.failed(host: host, knownHosts: 5, now: now, jitter: 0.5) }
        #expect(line.nextTry == now + 5)
        #expect(!line.mayAsk(at: now) && line.mayAsk(at: now + 5))
        line.failed(host: "a", knownHosts: 5, now: now + 5, jitter: 0.5)
        #expect(line.nextTry == now + 15)
    }

    @Test("If there is only one host, its failure makes the connection count as dead")
    func onlyHost() {
        var line = Reachability()
        line.failed(host: "a", knownHosts: 1, now: now, jitter: 0.5)
        #expect(line.isUnreachable)
    }

    @Test("Any response ends the unreachable state")
    func answered() {
        var line = Reachability()
        for host in ["a", "b", "c"] { line.failed(host: host, knownHosts: 3, now: now, jitter: 0.5) }
        line.answered()
        #expect(!line.isUnreachable && line.mayAsk(at: now))
    }

    @Test("Failures at the same moment are one probe: the first wait is the shortest")
    func manyAtOnce() {
        var line = Reachability()
        for host in 0..<40 { line.failed(host: "\(host)", knownHosts: 50, now: now, jitter: 0.5) }
        #expect(line.nextTry == now + 5)
    }

    @Test("A person may end the wait; the next failure begins a longer one")
    func endedWait() {
        var line = Reachability()
        line.failed(host: "a", knownHosts: 1, now: now, jitter: 0.5)
        line.endWait(at: now + 1)
        #expect(line.mayAsk(at: now + 1))
        line.failed(host: "a", knownHosts: 1, now: now + 1, jitter: 0.5)
        #expect(line.nextTry == now + 11)
    }

    @Test("A clock that is set back does not lengthen the wait")
    func clockSetBack() {
        var line = Reachability()
        line.failed(host: "a", knownHosts: 1, now: now + 7_200, jitter: 0.5)
        #expect(line.mayAsk(at: now))
    }
}
