import Basics
import FeedModel
import FeedRefresh
import PackStorage

/// The state of a run: wanted addresses, running exchanges, the rest of the budget. It decides; the packer acts.
struct JourneyRun {
    typealias Instant = ContinuousClock.Instant

    /// One exchange to begin.
    struct Job: Sendable {
        var address: WantedAddress
        /// The page whose alternative `address` names.
        var stub: PageStub?
        var host: String
        /// The highest possible cost, in bytes, which is reserved.
        var limit: Int64
        /// The highest cost by the limits of its kind and of its article, which the budget may lower.
        var ownLimit: Int64
        var bytesAhead: Int?
        /// True if the last request failed: a second failure may mean that the network is lost.
        var isAfterFailure: Bool
    }

    private struct FollowedStub {
        var stub: PageStub
        /// The wanted address, which is that of the first of several stubs in a row.
        var address: String
    }

    /// The result of claiming the next job.
    indirect enum Claim {
        case job(Job)
        /// The object exceeds its article's limit.
        case tooMuch(WantedAddress)
        /// The pack store has no room for the object.
        case noRoom(WantedAddress)
        case none
    }

    private let limits: JourneyLimits
    private(set) var queue = PackingQueue()
    private(set) var throttle: HostThrottle
    private var budgets: JourneyBudgets
    private var underWay: [AddressID: Job] = [:]
    /// Pages whose text is on another page, which is fetched instead.
    private var stubs: [AddressID: FollowedStub] = [:]
    private var articleBytes: [ArticleID: Int64] = [:]
    private var enclosuresUnderWay = 0
    /// The enclosures that this run has fetched or given up on.
    private var triedEnclosures: Set<AddressID> = []
    /// The objects whose connections failed since the last response; only several failures show a dead network.
    private var failedLast: [WantedAddress] = []
    private(set) var progress = JourneyProgress()
    /// The number of enclosures that this run has stored.
    private(set) var storedEnclosures = 0
    /// The number of files that stay wanted, because a secret cannot be read, or may not be sent, by the reason.
    private(set) var withheldFiles: [String: Int] = [:]
    private(set) var storeFull = false

    /// - Parameters:
    ///   - firstPage: the earliest first page of every host.
    ///   - waits: the seconds that hosts still have to wait after an earlier run.
    init(limits: JourneyLimits, journey: Journey, firstPage: Instant? = nil, waits: [String: Double] = [:]) {
        self.limits = limits
        throttle = HostThrottle(limits: limits, firstPage: firstPage, waits: waits)
        budgets = JourneyBudgets(limits, journey)
        progress.budget = limits.budget
        progress.bytes = journey.spent
    }

    var isIdle: Bool { underWay.isEmpty }
    var isDone: Bool { queue.isEmpty && underWay.isEmpty }
    var spent: (bytes: Int64, enclosures: Int64) { budgets.spent }

    /// False if the budget of pages is used up.
    var mayFetchPages: Bool { !budgets[.page].isSpent }

    /// The budget that ended the run; nil if none did.
    var budgetEnd: BudgetEnd? { budgets.runEnd }

    /// Adds addresses, except addresses of hosts that the journey has given up: nothing would ever claim them, and the
    /// run would not end.
    mutating func add(_ wanted: [WantedAddress]) {
        let accepted = wanted.filter { throttle.accepts(ShownAddress.host(of: $0.url)) }
        changeQueue { $0.add(accepted) }
    }

    /// Changes the queue, and counts the pages and pictures that the run gains or loses.
    private mutating func changeQueue(_ change: (inout PackingQueue) -> Void) {
        let before = (pages: queue.count(of: .page), pictures: pictureCount)
        change(&queue)
        progress.pages += queue.count(of: .page) - before.pages
        progress.pictures += pictureCount - before.pictures
    }

    private var pictureCount: Int { queue.count(of: .firstPicture) + queue.count(of: .otherPicture) }

    // MARK: - Order of enclosures

    /// True if the next job is an enclosure; its queue is then read again, since the person may have changed it.
    var isAtEnclosures: Bool {
        limits.enclosureBudget > 0 && !budgets[.enclosure].isEnded && mayGoAhead(.enclosure)
    }

    /// Queues the wanted enclosures that this run has not tried, in place of those in the queue.
    ///
    /// - Parameter hasRoom: returns true if the pack store has room for another one.
    mutating func renewEnclosures(_ wanted: [WantedAddress], hasRoom: () throws -> Bool) rethrows {
        queue.removeAll(of: .enclosure)
        let next = wanted.filter {
            !triedEnclosures.contains($0.id) && throttle.accepts(ShownAddress.host(of: $0.url))
        }
        guard try next.isEmpty || hasRoom() else {
            storeFull = true
            return
        }
        for address in next { queue.putBack(address) }
    }

    // MARK: - Claiming

    /// - Parameters:
    ///   - hasRoom: true if the pack store has room for an object at this position.
    ///   - probesOnly: true while nothing can be reached; one exchange at a time is tried.
    mutating func claim(at now: Instant, probesOnly: Bool, hasRoom: (Int) -> Bool) -> Claim {
        guard underWay.count < (probesOnly ? 1 : limits.hostsAtOnce) else { return .none }
        let stages = PackingStage.allCases.filter(mayGoAhead)
        guard !stages.isEmpty else { return .none }
        let time = throttle.time(of: now)
        let found = queue.first(of: stages) { throttle.readiness(of: $0, at: time) }
        guard let (host, address) = found else { return .none }
        let kind = limits.bytes(of: address.stage)
        let left = address.stage == .page ? kind : min(kind, bytesLeft(of: address))
        guard left > 0 else {
            queue.remove(address)
            return .tooMuch(address)
        }
        if address.stage.isPicture, !hasRoom(address.position) {
            queue.remove(address)
            storeFull = true
            return .noRoom(address)
        }
        return claim(address, host, limit: left)
    }

    private mutating func claim(_ address: WantedAddress, _ host: String, limit: Int64) -> Claim {
        let isEnclosure = address.stage == .enclosure
        let most = isEnclosure ? budgets[.enclosure].free : limit
        guard let reservation = budgets[address.stage].reserve(upTo: most), reservation > 0 else {
            if budgets[address.stage].isSpent { endBudget(of: address.stage) }
            return .none
        }
        let isNearEnd = !isEnclosure && budgets[address.stage].free + reservation < limits.nearEnd
        let job = Job(
            address: address, stub: stubs[address.id]?.stub, host: host, limit: reservation,
            ownLimit: limit,
            bytesAhead: isNearEnd ? limits.bytesAheadNearEnd : nil, isAfterFailure: !failedLast.isEmpty)
        queue.remove(address)
        throttle.begin(host)
        underWay[address.id] = job
        if isEnclosure { enclosuresUnderWay += 1 }
        return .job(job)
    }

    /// Later objects go first only if the budget has room for all earlier ones, such as pages that wait for their
    /// pause. Enclosures have their own budget and wait until everything else is packed.
    private func mayGoAhead(_ stage: PackingStage) -> Bool {
        guard stage != .enclosure else {
            return enclosuresUnderWay == 0 && queue.count(of: .page) == 0 && pictureCount == 0
        }
        var earlier: Int64 = 0
        for other in PackingStage.allCases where other < stage { earlier += Int64(queue.count(of: other)) }
        return earlier == 0 || earlier * JourneyLimits.expectedBytes + limits.bytes(of: stage) <= budgets[stage].free
    }

    /// Returns the maximum number of bytes that one of the articles may still use.
    private func bytesLeft(of address: WantedAddress) -> Int64 {
        guard address.stage.isPicture else { return .max }
        return address.articles.map { limits.articleBytes - articleBytes[$0, default: 0] }.max() ?? 0
    }

    private mutating func endBudget(of stage: PackingStage) {
        for stage in budgets.end(of: stage) { queue.removeAll(of: stage) }
    }

    /// Queues pages and files whose responses turned out to be wrong, except pages and files of hosts that the journey
    /// has given up on.
    ///
    /// - Returns: the articles that are queued.
    mutating func addAgain(_ addresses: [WantedAddress]) -> [WantedAddress] {
        var queued: [WantedAddress] = []
        for var address in addresses {
            address.url = stubs.removeValue(forKey: address.id)?.address ?? address.url
            guard throttle.accepts(ShownAddress.host(of: address.url)) else { continue }
            putBack(address)
            queued.append(address)
            if address.stage == .page { progress.pages += 1 }
            if address.stage.isPicture { progress.pictures += 1 }
        }
        return queued
    }

    /// Blocks all other requests to a host until it is released.
    mutating func reserve(_ host: String) { throttle.begin(host) }

    mutating func release(_ host: String) { throttle.end(host, .page, .notRequested, bytes: 0, at: .now) }

    // MARK: - Results

    /// Applies the result of a job. Returns the update for the pack store, if there is one.
    mutating func finish(
        _ job: Job, _ fetched: Fetched, isNetworkDown: Bool, wait: Duration?, at now: Instant
    ) -> Missing? {
        let stage = job.address.stage
        underWay[job.address.id] = nil
        if fetched.staysWanted, case .missing(let missing) = fetched.end {
            withheldFiles[missing.note, default: 0] += 1
        }
        budgets[stage].release(job.limit, spent: fetched.bytes)
        if stage == .enclosure {
            enclosuresUnderWay -= 1
            triedEnclosures.insert(job.address.id)
            progress.enclosure = nil
        } else {
            progress.bytes = budgets[stage].spent
            for article in job.address.articles { articleBytes[article, default: 0] += fetched.bytes }
        }
        let outcome = outcome(fetched, wait: wait)
        switch outcome {
        case .failed: failedLast.append(job.address)
        case .answered, .refused: failedLast = []
        case .notRequested: break
        }
        // Without a network the failure says nothing about the host.
        if !(outcome == .failed && isNetworkDown) {
            throttle.end(job.host, stage, outcome, bytes: fetched.bytes, at: now)
        } else {
            throttle.end(job.host, stage, .notRequested, bytes: 0, at: now)
        }
        let missing = follow(job, fetched, isNetworkDown: isNetworkDown, wait: wait)
        if throttle.isSkipped(job.host) { queue.removeAll(of: job.host) }
        return missing
    }

    /// Ends a job before its exchange: the person has unpacked its articles since the run began.
    mutating func drop(_ job: Job) {
        _ = finish(job, Fetched(.cancelled), isNetworkDown: false, wait: nil, at: .now)
        if job.address.stage == .page { progress.pages -= 1 }
        if job.address.stage.isPicture { progress.pictures -= 1 }
    }

    private func outcome(_ fetched: Fetched, wait: Duration?) -> HostThrottle.Outcome {
        switch fetched.end {
        case .refused(let status, _): .refused(status: status, wait: wait)
        case .connectionFailed: .failed
        case .cancelled: .notRequested
        default: fetched.wasRequested ? .answered : .notRequested
        }
    }

    private mutating func follow(_ job: Job, _ fetched: Fetched, isNetworkDown: Bool, wait: Duration?) -> Missing? {
        switch fetched.end {
        case .stored:
            add(fetched.newlyWanted)
            countStored(job.address.stage)
        case .stub(let stub): follow(stub, of: job.address)
        case .missing: count(job.address.stage)
        case .changed: putBack(job.address)
        case .connectionFailed where isNetworkDown: putBackLastFailed()
        case .refused(_, nil):
            if let wait, wait <= limits.maximumWait { putBack(job.address) }
        case .tooLarge(let length): return missing(of: job, length: length, cost: fetched.bytes)
        case .failed(let message): return .refused(message)
        // The person has paused or removed it. If it is resumed, this run fetches it.
        case .cancelled: triedEnclosures.remove(job.address.id)
        case .refused, .connectionFailed, .broken: break
        }
        return nil
    }

    /// Ends a job whose object is larger than its limit. Returns the reason to record; nil if a budget is spent.
    ///
    /// - Parameters:
    ///   - length: the bytes still to come, if the server announces them.
    ///   - cost: the bytes received.
    private mutating func missing(of job: Job, length: Int64?, cost: Int64) -> Missing? {
        let isEnclosure = job.address.stage == .enclosure
        guard (length ?? job.limit) <= job.ownLimit, isEnclosure || job.limit < job.ownLimit else {
            return .unavailable("larger than the limit")
        }
        // Otherwise it would block all later objects in every run.
        let budget = budgets[job.address.stage].budget
        guard length.map({ $0 <= budget }) ?? (job.limit < budget) else {
            guard isEnclosure else { return .refused("larger than the budget") }
            // An object without an announced length, such as a radio stream, would take the budget of every run.
            let isCostly = cost > budget / 2
            let reason = "larger than the enclosure budget"
            return isCostly ? .unavailable(reason) : .refused(reason)
        }
        endBudget(of: job.address.stage)
        return nil
    }

    /// Queues the page that a stub names as a separate page: with a pause, its host's limits and its own reservation.
    private mutating func follow(_ stub: PageStub, of address: WantedAddress) {
        guard throttle.accepts(ShownAddress.host(of: stub.alternative)) else { return }
        stubs[address.id] = FollowedStub(stub: stub, address: stubs[address.id]?.address ?? address.url)
        var address = address
        address.url = stub.alternative
        putBack(address)
    }

    /// Queues the objects that failed when the network died: the run continues with them once it is back.
    private mutating func putBackLastFailed() {
        for address in failedLast where throttle.accepts(ShownAddress.host(of: address.url)) { putBack(address) }
        failedLast = []
    }

    private mutating func putBack(_ address: WantedAddress) {
        triedEnclosures.remove(address.id)
        queue.putBack(address)
    }

    private mutating func count(_ stage: PackingStage) {
        if stage == .page { progress.pagesDone += 1 }
        if stage.isPicture { progress.picturesDone += 1 }
    }

    private mutating func countStored(_ stage: PackingStage) {
        count(stage)
        if stage == .enclosure { storedEnclosures += 1 }
    }

    /// Counts the bytes of feeds that were requested to reveal a hotspot; no job reserved them.
    mutating func spend(_ bytes: Int64) {
        budgets[.page].release(0, spent: bytes)
        progress.bytes = budgets[.page].spent
    }

    // MARK: - Progress

    mutating func setWaiting(_ isWaiting: Bool) { progress.isWaitingForNetwork = isWaiting }

    mutating func setEnclosure(_ enclosure: JourneyProgress.Enclosure?) { progress.enclosure = enclosure }

    /// The enclosure being fetched.
    var enclosure: WantedAddress? { underWay.values.first { $0.address.stage == .enclosure }?.address }

    /// Removes addresses that no article needs any more.
    mutating func withdraw(_ addresses: Set<AddressID>) {
        let idle = addresses.subtracting(underWay.keys)
        changeQueue { $0.removeAll(idle) }
    }
}

extension PackingStage {
    var isPicture: Bool { self == .firstPicture || self == .otherPicture }
}
