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

    init(_ run: JourneyRun, _ room: PackStoreRoom, _ verification: PageVerification, _ limits: JourneyLimits) {
        (self.run, self.room, self.verification) = (run, room, verification)
        network = NetworkWatch(limits: limits)
        pauses = PagePauses(limits.pagePause)
    }

    var isOver: Bool { run.isIdle && (stop != nil || run.isDone) }

    var end: JourneyEnd { stop ?? (run.budgetEnd != nil ? .budget : run.storeFull ? .storeFull : .complete) }

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
