internal import Basics
internal import HTTPTypes

/// Answers ranges from stored responses, and combines fragments (RFC 9111 §3.3, §3.4; RFC 9110 §15.3.7).
enum PartialContent {
    /// The reply to a range request from a stored response.
    enum Reply: Equatable {
        /// These bytes of the stored body; their first is byte `first` of the complete body.
        case part(Range<Int>, first: Int, total: Int?)
        /// No byte of the range exists (416).
        case unsatisfiable(total: Int)
        /// Not all of the range is stored.
        case missing
    }

    static func reply(_ range: ByteRange, from stored: StoredResponse) -> Reply {
        stored.fragment.map { fragmentReply(range, $0, count: stored.bodyBytes) }
            ?? wholeReply(range, stored.bodyBytes)
    }

    private static func wholeReply(_ range: ByteRange, _ count: Int) -> Reply {
        switch range {
        case .suffix(let length):
            guard length > 0, count > 0 else { return .unsatisfiable(total: count) }
            return .part(max(0, count - length)..<count, first: max(0, count - length), total: count)
        case .from(let first, let last):
            guard first < count else { return .unsatisfiable(total: count) }
            return .part(first..<min((last ?? count - 1) + 1, count), first: first, total: count)
        }
    }

    /// True if a body of `count` bytes may be stored as this part (RFC 9110 §14.4). One byte less is accepted: some
    /// servers name the position after the last byte.
    static func fits(_ part: ContentRange, count: Int) -> Bool {
        let declared = (part.first...part.last).count
        return count == declared || (count > 0 && count == declared - 1)
    }

    /// A suffix counts from the end of the stored bytes, if that is the end of the complete body. Positions count from
    /// the first byte, and so are right even in a part that is one byte short.
    private static func fragmentReply(_ range: ByteRange, _ fragment: StoredResponse.Fragment, count: Int) -> Reply {
        let reachesEnd = fragment.total.map { fragment.last == $0 - 1 } ?? false
        switch range {
        case .suffix(let length):
            guard reachesEnd, length > 0, length <= count else { return .missing }
            return .part(count - length..<count, first: fragment.first + count - length, total: fragment.total)
        case .from(let first, let last):
            let start = first - fragment.first
            guard start >= 0, start < count else { return .missing }
            let end = last.map { $0 + 1 - fragment.first } ?? count
            guard end <= count || reachesEnd, last != nil || reachesEnd else { return .missing }
            return .part(start..<min(end, count), first: first, total: fragment.total)
        }
    }

    /// Returns the head of the 206 for such a part.
    static func head(_ stored: StoredResponse, first: Int, count: Int, total: Int?) -> HTTPResponse {
        var head = HTTPResponse(status: .partialContent, headerFields: stored.fields)
        head.headerFields[.contentRange] = "bytes \(first)-\(first + count - 1)/\(total.map(String.init) ?? "*")"
        head.headerFields[.contentLength] = String(count)
        // The origin computed it from all stored bytes.
        if count != stored.bodyBytes { head.headerFields[.contentDigest] = nil }
        return head
    }

    /// Combines two pieces of one representation if their strong tags are equal and they touch (RFC 9111 §3.4).
    ///
    /// - Returns: the bytes and their first position; nil if the pieces cannot be combined.
    static func combined(
        _ old: [UInt8], at oldFirst: Int, _ new: [UInt8], at newFirst: Int
    ) -> (bytes: [UInt8], first: Int)? {
        guard newFirst <= oldFirst + old.count, oldFirst <= newFirst + new.count else { return nil }
        let first = min(oldFirst, newFirst)
        var bytes = oldFirst <= newFirst ? Array(old.prefix(newFirst - oldFirst)) + new : new
        let end = first + bytes.count
        if oldFirst + old.count > end { bytes += old.suffix(oldFirst + old.count - end) }
        return (bytes, first)
    }
}
