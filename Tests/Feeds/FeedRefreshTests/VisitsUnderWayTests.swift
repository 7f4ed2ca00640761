import FeedModel
import Foundation
import Testing

@testable import FeedRefresh

@Suite struct VisitsUnderWayTests {
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Begins a visit to each of these hosts, numbered from `first`.
    private func begin(_ visits: inout VisitsUnderWay, _ hosts: [String], from first: Int64 = 1) {
        for (offset, host) in hosts.enumerated() {
            visits.begin(
                SubscriptionID(rawValue: first + Int64(offset)), to: host, progress: VisitsUnderWay.ResponseProgress(),
                at: now)
        }
    }

    /// Begins and completes this many visits to other hosts.
    private func answer(_ visits: inout VisitsUnderWay, _ count: Int, host: (Int) -> String = { "good\($0)" }) {
        for number in 0..<count {
            let id = SubscriptionID(rawValue: 1000 + Int64(number))
            visits.begin(id, to: host(number), progress: VisitsUnderWay.ResponseProgress(), at: now)
            _ = visits.end(id, contact: .answered)
            visits.update(at: now)
        }
    }

    @Test("A visit that others overtake waits for its server, and another one may begin")
    func overtaken() {
        var visits = VisitsUnderWay()
        begin(&visits, ["a", "silent"])
        answer(&visits, 4)
        #expect(visits.active == 1)
        // The first of these five may have begun before the visit.
        answer(&visits, 1)
        #expect(visits.active == 0 && visits.count == 2)
    }

    @Test("An arriving response uses bandwidth, even if others are faster")
    func comingSlowly() {
        var visits = VisitsUnderWay()
        let progress = VisitsUnderWay.ResponseProgress()
        visits.begin(SubscriptionID(rawValue: 1), to: "slow", progress: progress, at: now)
        progress.begin()
        answer(&visits, 100)
        #expect(visits.active == 1)
        visits.update(at: now + VisitsUnderWay.lateAfter)
        #expect(visits.active == 0)
        #expect(visits.room(at: "slow") == VisitsUnderWay.maximumPerHost - 1)
    }

    @Test("A server that falls silent after the head of its response counts as silent, and not the connection")
    func silentAfterHead() {
        var visits = VisitsUnderWay()
        let (id, progress) = (SubscriptionID(rawValue: 1), VisitsUnderWay.ResponseProgress())
        visits.begin(id, to: "stalled", progress: progress, at: now)
        progress.begin()
        answer(&visits, 10)
        #expect(visits.end(id, contact: .disconnected).wasSilent)
    }

    @Test("Under a rate limit, a visit keeps its bandwidth until others overtake it")
    func limitedRate() {
        var visits = VisitsUnderWay(limitsRate: true)
        begin(&visits, ["a", "b"])
        visits.update(at: now + 60)
        #expect(visits.active == 2)
        #expect(visits.room(at: "a") == VisitsUnderWay.maximumPerHost - 1)
        answer(&visits, 5)
        #expect(visits.active == 0 && visits.count == 2)
    }

    @Test("The end of a visit frees its bandwidth once, late or not")
    func endsOfVisits() {
        var visits = VisitsUnderWay()
        begin(&visits, ["a", "silent", "b"])
        _ = visits.end(SubscriptionID(rawValue: 1), contact: .answered)
        #expect(visits.active == 2)
        visits.update(at: now + VisitsUnderWay.lateAfter)
        #expect(visits.active == 0)
        _ = visits.end(SubscriptionID(rawValue: 2), contact: .disconnected)
        _ = visits.end(SubscriptionID(rawValue: 3), contact: .answered)
        #expect(visits.active == 0 && visits.isEmpty)
    }

    @Test("A visit whose document has arrived frees the connection and its host for others")
    func arrivedDocument() {
        var visits = VisitsUnderWay()
        begin(&visits, ["a", "a"])
        let id = SubscriptionID(rawValue: 1)
        #expect(visits.recordDocument(of: id) == "a")
        #expect(visits.recordDocument(of: id) == nil)
        #expect(visits.active == 1 && visits.count == 2)
        #expect(visits.room(at: "a") == VisitsUnderWay.maximumPerHost - 1)
        #expect(visits.mayBegin(exchanges: 2, maximum: 2))
        visits.update(at: now + VisitsUnderWay.lateAfter)
        #expect(visits.active == 0)
        #expect(visits.end(id, contact: .answered).isCounted)
        #expect(visits.active == 0 && visits.count == 1)
        #expect(visits.room(at: "a") == VisitsUnderWay.maximumPerHost - 1)
    }

    @Test("A visit that requests older pages after its document uses the connection again")
    func olderPages() {
        var visits = VisitsUnderWay()
        begin(&visits, ["a"])
        let id = SubscriptionID(rawValue: 1)
        visits.useConnectionAgain(id)
        #expect(visits.active == 1)
        _ = visits.recordDocument(of: id)
        visits.useConnectionAgain(id)
        #expect(visits.active == 1)
        #expect(visits.room(at: "a") == VisitsUnderWay.maximumPerHost - 1)
        #expect(visits.recordDocument(of: id) == nil)
        #expect(visits.end(id, contact: .answered).isCounted)
        #expect(visits.active == 0 && visits.room(at: "a") == VisitsUnderWay.maximumPerHost)
    }

    @Test("Few visits are under way while many documents wait to be stored")
    func manyDocuments() {
        var visits = VisitsUnderWay()
        let ids = (1...Int64(VisitsUnderWay.maximumWithDocuments)).map(SubscriptionID.init(rawValue:))
        begin(&visits, ids.map { "host\($0)" })
        for id in ids.prefix(VisitsUnderWay.fewDocuments) { _ = visits.recordDocument(of: id) }
        #expect(visits.mayBegin(exchanges: 64, maximum: 64))
        for id in ids { _ = visits.recordDocument(of: id) }
        #expect(visits.active == 0 && !visits.mayBegin(exchanges: 64, maximum: 64))
        _ = visits.end(ids[0], contact: .answered)
        #expect(visits.mayBegin(exchanges: 64, maximum: 64))
    }

    @Test("Without any response no visit is overtaken: only time makes visits late")
    func deadLine() {
        var visits = VisitsUnderWay()
        begin(&visits, (1...64).map { "\($0)" })
        visits.update(at: now + VisitsUnderWay.lateAfter - 0.001)
        #expect(visits.active == 64)
        visits.update(at: now + VisitsUnderWay.lateAfter)
        #expect(visits.active == 0)
        #expect(visits.end(SubscriptionID(rawValue: 1), contact: .disconnected).wasSilent == false)
    }

    @Test("A slow visit counts as overtaken too, once visits that began after it are answered")
    func slowAndOvertaken() {
        var visits = VisitsUnderWay()
        begin(&visits, ["a", "b", "c", "d"])
        visits.update(at: now + VisitsUnderWay.lateAfter)
        answer(&visits, 3 + VisitsUnderWay.overtaking)
        for id: Int64 in 1...4 {
            #expect(visits.end(SubscriptionID(rawValue: id), contact: .disconnected).wasSilent)
        }
    }

    @Test("A host that keeps a visit waiting gets one visit at a time until it answers, and none after four")
    func lateHost() {
        var visits = VisitsUnderWay()
        #expect(visits.room(at: "silent") == VisitsUnderWay.maximumPerHost)
        begin(&visits, ["silent"])
        answer(&visits, 10)
        for number in 2...Int64(VisitsUnderWay.unansweredLimit) {
            #expect(visits.room(at: "silent") == 0)
            let end = visits.end(SubscriptionID(rawValue: number - 1), contact: .disconnected)
            #expect(end.host == "silent" && end.wasSilent)
            #expect(visits.room(at: "silent") == 1 && !visits.isGivenUp("silent"))
            begin(&visits, ["silent"], from: number)
        }
        _ = visits.end(SubscriptionID(rawValue: 4), contact: .disconnected)
        #expect(visits.isGivenUp("silent"))
    }

    @Test("A visit is silent if nothing of its response has arrived and earlier visits to its host were silent")
    func silentHost() {
        var visits = VisitsUnderWay()
        let ids = (1...3).map { SubscriptionID(rawValue: $0) }
        begin(&visits, ["silent", "silent"])
        let progress = VisitsUnderWay.ResponseProgress()
        visits.begin(ids[2], to: "silent", progress: progress, at: now)
        answer(&visits, 10)
        #expect(!visits.isSilent(ids[1]))
        _ = visits.end(ids[0], contact: .disconnected)
        #expect(visits.isSilent(ids[1]) && visits.isSilent(ids[2]) && !visits.isSilent(ids[0]))
        progress.begin()
        #expect(!visits.isSilent(ids[2]))
    }

    @Test("One response resets the count of unanswered visits")
    func heardAgain() {
        var visits = VisitsUnderWay()
        begin(&visits, ["slow", "slow"])
        answer(&visits, 10)
        _ = visits.end(SubscriptionID(rawValue: 1), contact: .disconnected)
        _ = visits.end(SubscriptionID(rawValue: 2), contact: .answered)
        #expect(visits.room(at: "slow") == VisitsUnderWay.maximumPerHost)
    }

    @Test("One slow address does not limit its host if others there answer")
    func hangingAddress() {
        var visits = VisitsUnderWay()
        begin(&visits, ["host"])
        answer(&visits, 10) { _ in "host" }
        #expect(visits.active == 0)
        #expect(visits.room(at: "host") == VisitsUnderWay.maximumPerHost - 1)
    }

    @Test("A broken connection is reported by the current visits, unless many hosts were silent before")
    func brokenLine() {
        var visits = VisitsUnderWay()
        begin(&visits, ["a", "b", "c"])
        answer(&visits, 1)
        #expect(visits.end(SubscriptionID(rawValue: 1), contact: .disconnected).wasSilent == false)
        answer(&visits, 10)
        begin(&visits, ["d", "e"], from: 4)
        answer(&visits, 10)
        for id: Int64 in 2...4 {
            #expect(visits.end(SubscriptionID(rawValue: id), contact: .disconnected).wasSilent)
        }
        begin(&visits, ["f", "g"], from: 6)
        answer(&visits, 1)
        begin(&visits, ["h"], from: 8)
        #expect(visits.end(SubscriptionID(rawValue: 6), contact: .disconnected).wasSilent)
        // No host has answered since this visit began.
        #expect(visits.end(SubscriptionID(rawValue: 8), contact: .disconnected).wasSilent == false)
    }
}
