internal import Basics
internal import CCurl
internal import HTTPTransport
internal import HTTPTypes

/// A running exchange: curl's easy handle, set up from the request, and the state of its callbacks. It lives on the
/// curl thread.
final class Transfer {
    let exchange: Exchange
    let easy: UnsafeMutableRawPointer
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    /// Buffer for curl's error message.
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var parser: HeadParser
    private var bodyCount: Int64 = 0
    private var pause: Pause?
    private let rate: ReceiveRate?
    private var lastActivity = ContinuousClock.now
    private var movedBytes: Int64 = 0
    /// The time of its start, moved forward by its pauses for the rate limit.
    private var began = ContinuousClock.now
    private var pausedAt = ContinuousClock.now
    /// The reason why a callback has ended the transfer.
    private var failure: TransportError?

    /// The reason why a transfer reads nothing from its connection.
    enum Pause {
        /// Its reader has enough bytes.
        case reader
        /// All transfers together have received enough for now.
        case rate
    }

    /// - Parameter easy: a new or a reset handle, which the transfer does not own.
    init(_ exchange: Exchange, _ easy: UnsafeMutableRawPointer, _ settings: CurlSettings, _ rate: ReceiveRate?) {
        self.rate = rate
        self.exchange = exchange
        self.easy = easy
        parser = HeadParser(byteLimit: exchange.request.limits.headerBytes)
        errorText.pointee = 0
        EasyOptions.setNetwork(easy, settings, exchange.request.limits)
        fieldList = EasyOptions.setRequest(easy, exchange.request, exchange.address, settings)
        setCallbacks()
    }

    /// Called once, after curl's multi handle has released the easy handle; resets that handle.
    func free() {
        ccurl_easy_reset(easy)
        ccurl_slist_free_all(fieldList)
        errorText.deallocate()
    }

    // MARK: Callbacks

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.from(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.from(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("curl has lost a transfer") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// curl ends the transfer unless the result is the count of bytes.
    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        lastActivity = .now
        switch parser.consume(line) {
        case .unfinished: return line.count
        case .head(let head):
            if exchange.request.head.method != .head, let fault = head.lengthFault { return fail(.malformed, fault) }
            recordCost()
            exchange.deliver(head)
            return line.count
        case .tooLarge(let what): return fail(.tooLarge, what)
        }
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastActivity = .now
        let limit = exchange.request.limits.bodyBytes
        let announced = ccurl_offset_info(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        guard max(bodyCount + Int64(bytes.count), announced) <= limit else {
            return fail(.tooLarge, "the body is larger than \(ByteLimit.words(limit))")
        }
        guard rate?.admits(self) ?? true else { return paused(.rate) }
        guard exchange.offer(bytes) else { return paused(.reader) }
        rate?.spend(bytes.count)
        bodyCount += Int64(bytes.count)
        recordCost()
        return bytes.count
    }

    /// curl offers the same bytes again once the transfer is resumed.
    private func paused(_ pause: Pause) -> Int {
        self.pause = pause
        pausedAt = .now
        return Int(CURL_WRITEFUNC_PAUSE)
    }

    private func fail(_ cause: TransportError.Cause, _ what: String) -> Int {
        failure = TransportError(cause, "\(exchange.address.display): \(what)")
        return 0
    }

    // MARK: Progress

    /// Resumes the transfer, unless it is paused for another reason.
    func resume(from reason: Pause) {
        guard pause == reason else { return }
        pause = nil
        lastActivity = .now
        // The server is not to blame for a pause that lede makes.
        if reason == .rate { began += lastActivity - pausedAt }
        ccurl_easy_pause(easy, 0)
    }

    /// True if its origin speaks HTTP/2; nil before the first byte of its response.
    var isMultiplexed: Bool? {
        switch ccurl_long_info(easy, CURLINFO_HTTP_VERSION) {
        case 0: nil
        case Int(CURL_HTTP_VERSION_2_0): true
        default: false
        }
    }

    /// Returns the longest time left to wait; zero or less if the transfer has stalled or its total time is over.
    func remainingTime(now: ContinuousClock.Instant) -> Duration {
        let stallTime = stallTime(now: now)
        return totalTime(now: now).map { min(stallTime, $0) } ?? stallTime
    }

    /// Returns the rest of the total time; nil if there is no limit, or while the transfer pauses for the rate limit.
    private func totalTime(now: ContinuousClock.Instant) -> Duration? {
        guard pause != .rate, let total = exchange.request.limits.totalTimeout else { return nil }
        return .seconds(total) - (now - began)
    }

    /// Returns the time left before silence counts as a stall. A paused transfer never stalls.
    private func stallTime(now: ContinuousClock.Instant) -> Duration {
        let timeout = Duration.seconds(exchange.request.limits.stallTimeout)
        let remaining = timeout - (now - lastActivity)
        guard remaining <= .zero else { return remaining }
        // The connect timeout applies until it is connected.
        let isConnected = ccurl_offset_info(easy, CURLINFO_PRETRANSFER_TIME_T) > 0
        let moved = ccurl_offset_info(easy, CURLINFO_SIZE_UPLOAD_T)
        guard isConnected, pause == nil, moved == movedBytes else {
            movedBytes = moved
            lastActivity = now
            return timeout
        }
        return remaining
    }

    /// Returns the error of a transfer that has no time left.
    func timeout(now: ContinuousClock.Instant) -> TransportError {
        if let rest = totalTime(now: now), rest <= .zero, let seconds = exchange.request.limits.totalTimeout {
            return TransportError(.tooSlow, "\(exchange.address.display): not complete after \(seconds) seconds")
        }
        let seconds = exchange.request.limits.stallTimeout
        return TransportError(.stalled, "\(exchange.address.display): no data for \(seconds) seconds")
    }

    func end(_ result: CURLcode) -> Result<Void, TransportError> {
        recordCost()
        if let failure { return .failure(failure) }
        guard result == CURLE_OK else {
            return .failure(
                CurlFailure.error(result, detail: String(cString: errorText), address: exchange.address))
        }
        // curl accepts a truncated header section.
        guard parser.isComplete else {
            return .failure(
                TransportError(.brokenOff, "\(exchange.address.display): the response ended inside its header section"))
        }
        return .success(())
    }

    private func recordCost() {
        // If the body was sent together with the header section, curl counts it in both.
        let request = Int64(ccurl_long_info(easy, CURLINFO_REQUEST_SIZE))
        let upload = ccurl_offset_info(easy, CURLINFO_SIZE_UPLOAD_T)
        exchange.receipt.record(
            sent: request > upload ? request : request + upload,
            received: Int64(ccurl_long_info(easy, CURLINFO_HEADER_SIZE)) + bodyCount)
    }
}
