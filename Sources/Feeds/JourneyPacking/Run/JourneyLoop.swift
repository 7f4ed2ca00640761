import PackStorage

/// The state of the main loop: the run, the network and the hosts that the loop watches.
struct JourneyLoop {
    var run: JourneyRun
    var network: NetworkWatch
    var portal = PortalWatch()
    var verification: PageVerification
    /// True once feeds were requested at the beginning.
    var hasAskedFirst = false
    /// The hosts of these feeds, until they have answered.
    var reserved: [String] = []
    var pauses: PagePauses
    var owners = PageOwners()
    let room: PackStoreRoom
    /// The reason to begin nothing more; running exchanges are waited for.
    var stop: JourneyEnd?
    var speed = EnclosureSpeed()
    private var reported = JourneyProgress()
    /// The hosts of the pages and pictures whose transfers were interrupted, and the reasons.
    private var interruptions: [AddressID: (host: String, reason: String)] = [:]

    init(_ run: JourneyRun, _ room: PackStoreRoom, _ verification: PageVerification, _ limits: JourneyLimits) {
        (self.run, self.room, self.verification) = (run, room, verification)
        network = NetworkWatch(limits: limits)
        pauses = PagePauses(limits.pagePause)
    }

    var isOver: Bool { run.isIdle && (stop != nil || run.isDone) }

    var end: JourneyEnd { stop ?? (run.budgetEnd != nil ? .budget : run.storeFull ? .storeFull : .complete) }

    /// One reason for each host that the journey still requests from; a lost network is reported as such.
    var interruptedHosts: [(host: String, reason: String)] {
        guard end != .networkLost else { return [] }
        let found = interruptions.values.filter { !run.throttle.isSkipped($0.host) }.map { ($0.host, $0.reason) }
        return Dictionary(found) { first, _ in first }.map { ($0.key, $0.value) }.sorted { $0.host < $1.host }
    }

    /// Notes an interrupted transfer until the object is fetched again. The pack store reports interrupted enclosures.
    mutating func noteInterruption(of job: JourneyRun.Job, by end: FetchEnd) {
        guard case .connectionFailed(let reason) = end, !network.isDown, job.address.stage != .enclosure else {
            return interruptions[job.address.id] = nil
        }
        interruptions[job.address.id] = (job.host, reason)
    }

    mutating func releaseHosts() {
        reserved.forEach { run.release($0) }
        reserved = []
    }

    /// Returns the progress if it has changed since the last call.
    mutating func newProgress() -> JourneyProgress? {
        guard run.progress != reported else { return nil }
        reported = run.progress
        return reported
    }
}
