import FeedModel
import FoundationEssentials
import JourneyPacking
import Testing

@testable import ReaderEngine

@Suite struct PackAgendaTests {
    private let midnight = Date(timeIntervalSince1970: 1_700_006_400)
    private let first = PackRequest(articles: [ArticleID(rawValue: 1)])
    private let second = PackRequest(articles: [ArticleID(rawValue: 2)], wantsEnclosures: true)

    /// - Parameter times: minutes since midnight.
    private func agenda(_ times: [Int] = [], enclosureBudget: Int64 = 0) -> PackAgenda {
        var limits = JourneyLimits()
        limits.enclosureBudget = enclosureBudget
        return PackAgenda(ReaderPacking.Settings(limits: limits, packsAfterRefresh: false, packBefore: times))
    }

    private func next(_ agenda: inout PackAgenda, isOnline: Bool, at hour: Double = 6.8) -> PackAgenda.Step {
        agenda.next(isOnline: isOnline, at: midnight + hour * 3_600, midnight: midnight)
    }

    @Test("Requests wait for the current run, and start one after the other")
    func waiting() {
        var agenda = agenda()
        #expect(agenda.begin(first) == true)
        #expect(agenda.begin(second) == false)
        #expect(agenda.begin(nil) == false)
        #expect(agenda.end() == second)
        #expect(agenda.begin(second) == true)
        #expect(agenda.end() == nil)
    }

    @Test("A waiting request that the journey of the current run already contains is marked for a run of its own")
    func inJourney() {
        var agenda = agenda()
        #expect(agenda.begin(first) == true)
        #expect(agenda.begin(first) == false)
        #expect(agenda.begin(second) == false)
        agenda.markInJourney(second)
        #expect(agenda.end() == first)
        var inJourney = second
        inJourney.isInJourney = true
        #expect(agenda.begin(first) == true)
        #expect(agenda.end() == inJourney)
    }

    @Test("Offline, a request is stored once, starts no run, and runs once there is a network")
    func offline() {
        var agenda = agenda()
        for _ in 0..<2 {
            #expect(agenda.begin(first) == true)
            agenda.keep(first)
            agenda.interrupt(wantsEnclosures: false)
            #expect(agenda.end() == nil)
            #expect(agenda.waitsForNetwork)
            #expect(next(&agenda, isOnline: false) == .wait)
            #expect(agenda.secondsUntilCheck(at: midnight, midnight: midnight) == PackSchedule.step)
        }
        #expect(next(&agenda, isOnline: true) == .start(first, .network(wantsEnclosures: false)))
        #expect(agenda.begin(first) == true)
        #expect(agenda.end() == nil)
        #expect(next(&agenda, isOnline: true) == .stop)
    }

    @Test("An interrupted run does not wait for a network while another one runs, and cancelling drops it")
    func interrupted() {
        var agenda = agenda()
        #expect(agenda.begin(nil) == true)
        agenda.interrupt(wantsEnclosures: true)
        #expect(!agenda.waitsForNetwork)
        #expect(next(&agenda, isOnline: true) == .wait)
        #expect(agenda.end() == nil)
        #expect(next(&agenda, isOnline: true) == .start(nil, .network(wantsEnclosures: true)))
        agenda.keep(first)
        agenda.cancel()
        #expect(next(&agenda, isOnline: true) == .stop)
    }

    @Test("A run that cannot begin on the network that it waited for keeps waiting, and is tried each minute")
    func postponed() {
        var agenda = agenda()
        agenda.keep(first)
        agenda.interrupt(wantsEnclosures: false)
        let cause = PackAgenda.Cause.network(wantsEnclosures: false)
        for isNew in [true, false] {
            #expect(next(&agenda, isOnline: true) == .start(first, cause))
            #expect(agenda.begin(first) == true)
            #expect(agenda.postpone(first, for: cause) == isNew)
            #expect(agenda.end() == nil)
            #expect(agenda.waitsForNetwork)
            #expect(agenda.secondsUntilCheck(at: midnight, midnight: midnight) == PackSchedule.longStep)
        }
        #expect(next(&agenda, isOnline: true) == .start(first, cause))
        #expect(agenda.begin(first) == true)
        #expect(agenda.end() == nil)
        #expect(next(&agenda, isOnline: true) == .stop)
    }

    @Test("A request that cannot begin does not drop a run that waits for the network, unless the person cancels")
    func postponedRequest() {
        var agenda = agenda()
        agenda.interrupt(wantsEnclosures: true)
        #expect(agenda.begin(first) == true)
        #expect(agenda.postpone(first, for: .person) == true)
        #expect(agenda.end() == nil)
        #expect(next(&agenda, isOnline: true) == .start(nil, .network(wantsEnclosures: true)))
        #expect(agenda.begin(first) == true)
        agenda.cancel()
        #expect(agenda.postpone(first, for: .person) == true)
        #expect(agenda.end() == nil)
        #expect(next(&agenda, isOnline: true) == .stop)
    }

    @Test("A scheduled time starts one run, after any interrupted run")
    func times() {
        var agenda = agenda([7 * 60])
        #expect(next(&agenda, isOnline: false, at: 6) == .wait)
        agenda.interrupt(wantsEnclosures: false)
        #expect(next(&agenda, isOnline: true) == .start(nil, .network(wantsEnclosures: false)))
        #expect(agenda.begin(nil) == true)
        #expect(next(&agenda, isOnline: false) == .wait)
        #expect(agenda.end() == nil)
        #expect(next(&agenda, isOnline: false) == .start(PackRequest(), .schedule))
        #expect(next(&agenda, isOnline: false) == .wait)
    }

    @Test("New settings change the times")
    func settings() {
        var agenda = agenda([7 * 60])
        agenda.settings.packBefore = []
        #expect(next(&agenda, isOnline: false) == .stop)
    }

    @Test("A metered network is used when the person asks a second time, never for a schedule")
    func metered() {
        var agenda = agenda()
        #expect(agenda.replyOnMeteredNetwork(to: .schedule) == .refuse)
        #expect(agenda.replyOnMeteredNetwork(to: .person) == .ask)
        #expect(agenda.replyOnMeteredNetwork(to: .network(wantsEnclosures: true)) == .wait)
        #expect(agenda.replyOnMeteredNetwork(to: .person) == .permit)
    }

    @Test("Enclosures that the person requests have a budget even if the configured one is 0")
    func enclosures() {
        let budget = JourneyLimits.usualEnclosureBudget
        #expect(agenda().limits(wantsEnclosures: true).enclosureBudget == budget)
        #expect(agenda().limits(wantsEnclosures: false).enclosureBudget == 0)
        #expect(agenda(enclosureBudget: 5).limits(wantsEnclosures: true).enclosureBudget == 5)
    }

    @Test("A run packs enclosures if the person asked for them, or resumed one")
    func wishes() {
        let wishes: [(PackAgenda.Cause, PackRequest?, Bool)] = [
            (.person, nil, true), (.person, first, false), (.person, second, true),
            (.schedule, second, false),
            (.network(wantsEnclosures: false), first, false), (.network(wantsEnclosures: false), second, true),
            (.network(wantsEnclosures: true), first, true),
        ]
        for (cause, request, wants) in wishes {
            #expect(cause.wantsEnclosures(request) == wants, "\(cause)")
        }
    }
}
