internal import Basics
internal import HTTPTypes

/// Age and lifetime of a response from its own fields, computed once when it is received or loaded (RFC 9111 §4.2).
struct Freshness: Equatable, Sendable {
    let directives: CacheControl
    /// The lifetime in seconds, from `max-age` or otherwise from `Expires` (§4.2.1); nil if both are missing.
    let explicitLifetime: Int?
    /// A tenth of the time since Last-Modified (§4.2.2), without a maximum; nil if heuristics are not allowed.
    let heuristicLifetime: Int?
    /// `corrected_initial_age` of §4.2.3, in seconds.
    let initialAge: Double
    let responseTime: Double
    /// The response's own Date, or the time of receipt if it has none.
    let date: Double

    init(status: Int, fields: HTTPFields, requestTime: Double, responseTime: Double) {
        self.init(
            status: status, fields: fields, directives: CacheControl(fields), requestTime: requestTime,
            responseTime: responseTime)
    }

    /// - Parameter directives: those in `fields`.
    init(status: Int, fields: HTTPFields, directives: CacheControl, requestTime: Double, responseTime: Double) {
        self.directives = directives
        self.responseTime = responseTime
        date = Self.date(of: fields, now: responseTime)
        explicitLifetime = Self.explicitLifetime(directives, fields, date: date, now: responseTime)
        heuristicLifetime =
            explicitLifetime == nil && !directives.noCache
                && (directives.isPublic || StatusCodes.heuristicallyCacheable.contains(status))
            ? Self.heuristicLifetime(fields, date: date, now: responseTime) : nil
        // §4.2.3: an origin's slow or fast clock never makes a response younger than it is.
        let apparentAge = max(0, responseTime - date)
        let correctedAge = Double(Self.ageValue(fields)) + max(0, responseTime - requestTime)
        initialAge = max(apparentAge, correctedAge)
    }

    /// Tolerance for clocks, in seconds: the time of a response may be this far in the future.
    private static let clockTolerance = 60.0

    /// Returns the `current_age` of §4.2.3, in whole seconds. A response from the future was stored while the clock was
    /// fast: its age is unknown and counts as the largest.
    func age(at now: Double) -> Int {
        guard responseTime <= now + Self.clockTolerance else { return CacheControl.maximumDelta }
        return CacheControl.wholeSeconds(initialAge + max(0, now - responseTime))
    }

    /// Returns the lifetime in seconds; 0 if there is none.
    func lifetime(heuristicLimit: Int?) -> Int {
        if let explicitLifetime { return explicitLifetime }
        guard let heuristicLimit, let heuristicLifetime else { return 0 }
        return max(0, min(heuristicLifetime, heuristicLimit))
    }

    /// Returns the explicit lifetime of a response received now, in seconds.
    ///
    /// - Parameter directives: those in `fields`.
    static func explicitLifetime(of fields: HTTPFields, _ directives: CacheControl, now: Double) -> Int? {
        explicitLifetime(directives, fields, date: date(of: fields, now: now), now: now)
    }

    private static func date(of fields: HTTPFields, now: Double) -> Double {
        fields.first(.date).flatMap { HTTPDate.parse($0, now: now) } ?? now
    }

    // §4.2.1: the first of several Expires lines counts. §5.3: an invalid one means already expired.
    private static func explicitLifetime(
        _ directives: CacheControl, _ fields: HTTPFields, date: Double, now: Double
    ) -> Int? {
        if let maxAge = directives.maxAge { return maxAge }
        guard let expires = fields.first(.expires) else { return nil }
        guard let time = HTTPDate.parse(expires, now: now) else { return 0 }
        return CacheControl.wholeSeconds(time - date)
    }

    private static func heuristicLifetime(_ fields: HTTPFields, date: Double, now: Double) -> Int? {
        guard let lastModified = fields.first(.lastModified).flatMap({ HTTPDate.parse($0, now: now) }) else {
            return nil
        }
        return CacheControl.wholeSeconds((date - lastModified) / 10)
    }

    /// §5.1: the first member of a list counts; an invalid number is ignored.
    private static func ageValue(_ fields: HTTPFields) -> Int {
        CacheControl.deltaSeconds(fields.first(.age).flatMap { FieldList.members([$0]).first }) ?? 0
    }
}
