import FeedModel
import Foundation
import Testing

@testable import FeedRefresh

@Suite struct ReachabilityTests {
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("One dead server does not make the connection count as dead")
    func oneHost() {
        var reachability = Reachability()
        for _ in 0..<10 { reachability.recordFailure(host: "a.example", knownHosts: 5, now: now, jitter: 0.5) }
        #expect(!reachability.isUnreachable)
    }

    @Test("Three failed hosts in a row make it count as dead, and probes become rarer")
    func threeHosts() {
        var reachability = Reachability()
        for host in ["a", "b", "c"] { reachability.recordFailure(host: host, knownHosts: 5, now: now, jitter: 0.5) }
        #expect(reachability.nextTry == now + 5)
        #expect(!reachability.mayAsk(at: now) && reachability.mayAsk(at: now + 5))
        reachability.recordFailure(host: "a", knownHosts: 5, now: now + 5, jitter: 0.5)
        #expect(reachability.nextTry == now + 15)
    }

    @Test("If there is only one host, its failure makes the connection count as dead")
    func onlyHost() {
        var reachability = Reachability()
        reachability.recordFailure(host: "a", knownHosts: 1, now: now, jitter: 0.5)
        #expect(reachability.isUnreachable)
    }

    @Test("Each failed probe lengthens the wait, even if other hosts can be probed")
    func otherHosts() {
        var reachability = Reachability()
        reachability.recordFailure(host: "a", knownHosts: 1, now: now, jitter: 0.5)
        reachability.recordFailure(host: "a", knownHosts: 5, now: now + 5, jitter: 0.5)
        #expect(reachability.nextTry == now + 15)
    }

    @Test("Any response ends the unreachable state")
    func answered() {
        var reachability = Reachability()
        for host in ["a", "b", "c"] { reachability.recordFailure(host: host, knownHosts: 3, now: now, jitter: 0.5) }
        reachability.recordResponse()
        #expect(!reachability.isUnreachable && reachability.mayAsk(at: now))
    }

    @Test("Failures at the same moment are one probe: the first wait is the shortest")
    func manyAtOnce() {
        var reachability = Reachability()
        for host in 0..<40 { reachability.recordFailure(host: "\(host)", knownHosts: 50, now: now, jitter: 0.5) }
        #expect(reachability.nextTry == now + 5)
    }

    @Test("A person may end the wait; the next failure begins a longer one")
    func endedWait() {
        var reachability = Reachability()
        reachability.recordFailure(host: "a", knownHosts: 1, now: now, jitter: 0.5)
        reachability.endWait(at: now + 1)
        #expect(reachability.mayAsk(at: now + 1))
        reachability.recordFailure(host: "a", knownHosts: 1, now: now + 1, jitter: 0.5)
        #expect(reachability.nextTry == now + 11)
    }

    @Test("Files, programs and saved pages have no host that could be probed")
    func hosts() {
        let addresses = ["https://a.example/feed", "file:///feed", "exec:date", SavedFeed.address, "http://a.example/"]
        #expect(Reachability.hosts(of: addresses) == 1)
    }

    @Test("A clock that is set back does not lengthen the wait")
    func clockSetBack() {
        var reachability = Reachability()
        reachability.recordFailure(host: "a", knownHosts: 1, now: now + 7_200, jitter: 0.5)
        #expect(reachability.mayAsk(at: now))
    }
}
