import FoundationEssentials
import JourneyPacking

/// The requests to pack, the runs that they wait for, and the schedule. Its functions return what to do next.
struct PackAgenda: Sendable {
    var settings: ReaderPacking.Settings {
        didSet { schedule.times = settings.packBefore }
    }
    private(set) var isRunning = false
    /// Requests that start after the current run, or with the interrupted one.
    private var waiting: [PackRequest] = []
    /// The run that lost the network and will be continued; nil if there is none.
    private var interrupted: InterruptedRun?
    /// The run that was waiting for the network when the current one began.
    private var earlier: InterruptedRun?
    /// True once a message has said that the network is metered.
    private var wasAsked = false
    private var schedule: PackSchedule

    init(_ settings: ReaderPacking.Settings) {
        self.settings = settings
        schedule = PackSchedule(times: settings.packBefore)
    }

    /// The origin of a run.
    enum Cause: Equatable, Sendable {
        /// The person, who is present and may be asked about a metered network.
        case person
        /// A time of the day, or a refresh.
        case schedule
        /// The network is back after a run that the person or a schedule started.
        case network(wantsEnclosures: Bool)

        /// True if the person asked for enclosures, even if their configured budget is 0.
        func wantsEnclosures(_ request: PackRequest?) -> Bool {
            switch self {
            // Without a request, the person has resumed an enclosure.
            case .person: request?.wantsEnclosures ?? true
            case .schedule: false
            case .network(let wantsEnclosures): wantsEnclosures || request?.wantsEnclosures == true
            }
        }
    }

    private struct InterruptedRun {
        let cause: Cause
        /// True once it could not begin although there was a network.
        var isPostponed = false
    }

    /// Returns the limits of a run. Enclosures that the person asked for have a budget even if the configured one is 0.
    func limits(wantsEnclosures: Bool) -> JourneyLimits {
        var limits = settings.limits
        if wantsEnclosures, limits.enclosureBudget == 0 { limits.enclosureBudget = JourneyLimits.usualEnclosureBudget }
        return limits
    }

    // MARK: - Runs

    /// Returns true if a run must start; otherwise the request waits for the current one.
    mutating func begin(_ request: PackRequest?) -> Bool {
        guard !isRunning else {
            if let request { waiting.append(request) }
            return false
        }
        isRunning = true
        (earlier, interrupted) = (interrupted, nil)
        return true
    }

    /// Notes that the articles of a waiting request are in the current run's journey.
    mutating func markInJourney(_ request: PackRequest) {
        if let index = waiting.firstIndex(of: request) { waiting[index].isInJourney = true }
    }

    /// Ends the run and returns the request that starts next.
    mutating func end() -> PackRequest? {
        isRunning = false
        // The waiting request starts together with the interrupted run.
        return interrupted == nil ? dequeue() : nil
    }

    private mutating func dequeue() -> PackRequest? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Notes that the current run continues once there is a network.
    mutating func interrupt(wantsEnclosures: Bool) {
        interrupted = InterruptedRun(cause: .network(wantsEnclosures: wantsEnclosures))
    }

    /// Notes that the current run cannot begin now or on this network. If this run was waiting for a network, it keeps
    /// waiting with its request; otherwise the run whose place it took keeps waiting. Returns true if the reason is new
    /// to the person.
    mutating func postpone(_ request: PackRequest?, for cause: Cause) -> Bool {
        guard case .network = cause else {
            interrupted = earlier
            return true
        }
        keep(request)
        interrupted = InterruptedRun(cause: cause, isPostponed: true)
        return earlier?.isPostponed != true
    }

    /// Stores the request of an interrupted run while offline.
    mutating func keep(_ request: PackRequest?) {
        if let request, !waiting.contains(request) { waiting.append(request) }
    }

    /// Drops waiting requests and the interrupted run.
    mutating func cancel() {
        waiting = []
        (earlier, interrupted) = (nil, nil)
    }

    // MARK: - Metered networks

    /// The reply to a run on a metered network.
    enum MeteredReply: Equatable, Sendable {
        case permit, ask, refuse
        /// The run starts on another network.
        case wait
    }

    /// Permits a metered network if the person makes the request a second time.
    mutating func replyOnMeteredNetwork(to cause: Cause) -> MeteredReply {
        switch cause {
        case .schedule: return .refuse
        case .network: return .wait
        case .person:
            defer { wasAsked = true }
            return wasAsked ? .permit : .ask
        }
    }

    // MARK: - Schedule

    /// The next step of automatic packing.
    enum Step: Equatable, Sendable {
        /// Ends the checks: there are no scheduled times and no interrupted run.
        case stop
        case wait
        case start(PackRequest?, Cause)
    }

    /// True if a run waits for the network.
    var isInterrupted: Bool { interrupted != nil }

    /// True if the next step depends on the network.
    var waitsForNetwork: Bool { isInterrupted && !isRunning }

    /// Returns the step that is due now: an interrupted run comes before a time of the day.
    mutating func next(isOnline: Bool, at now: Date, midnight: Date) -> Step {
        guard interrupted != nil || !schedule.times.isEmpty else { return .stop }
        guard !isRunning else { return .wait }
        if isOnline, let interrupted { return .start(dequeue(), interrupted.cause) }
        return schedule.dequeueDueTime(at: now, midnight: midnight) ? .start(PackRequest(), .schedule) : .wait
    }

    func secondsUntilCheck(at now: Date, midnight: Date) -> Double {
        guard let interrupted else { return schedule.secondsUntilCheck(at: now, midnight: midnight) }
        return interrupted.isPostponed ? PackSchedule.longStep : PackSchedule.step
    }
}
