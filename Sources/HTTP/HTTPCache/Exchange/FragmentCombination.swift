internal import Basics
internal import HTTPTransport
internal import HTTPTypes

/// Combines fragments into larger ones, and into complete responses (RFC 9111 §3.4).
extension Hop {
    /// Stores a 206: combined with the stored part if both have the same strong tag, otherwise in its place.
    func keepFragment(
        _ new: StoredResponse, _ body: [UInt8], _ selection: VariantSelection, _ response: OriginResponse
    ) -> StoredResponse? {
        let superseded = selection.superseded
        let tag = Validation.strongTag(new.fields)
        // A coded response stays beside a part without its coding: Vary should distinguish them.
        guard superseded.allSatisfy({ $0.fragment != nil || $0.answers(properties) }) else { return nil }
        // A complete response under another tag is outdated; under the same one, or without tags, it is worth more than
        // a part.
        if let whole = superseded.first(where: { $0.fragment == nil }),
            tag == nil || tag == Validation.strongTag(whole.fields)
        {
            return updatedWhole(whole, tag, response)
        }
        guard let old = superseded.first(where: { $0.fragment != nil }), tag != nil,
            tag == Validation.strongTag(old.fields), let joined = joined(old, new, body)
        else {
            cache.keep(new, body: body, replacing: selection, isAwaited: true)
            return new
        }
        cache.keep(joined.stored, body: joined.body, replacing: selection, isAwaited: true)
        return joined.stored
    }

    private func updatedWhole(_ whole: StoredResponse, _ tag: String?, _ response: OriginResponse) -> StoredResponse? {
        guard tag != nil else { return nil }
        let update = updated(whole, by: response)
        return update.isKept ? update.stored : nil
    }

    /// The complete response after its end has arrived: only under `If-Range` with one strong tag, and only if the
    /// parts fit.
    nonisolated(nonsending) func completed(
        _ fragment: StoredResponse, _ response: OriginResponse, _ forwarded: ForwardedRequest
    ) async throws(CacheError) -> Fetched? {
        guard response.status == 206, let part = ContentRange(response.fields.first(.contentRange)),
            part.first == fragment.bodyBytes,
            let tag = Validation.strongTag(fragment.fields), tag == Validation.strongTag(response.fields),
            let total = part.total ?? fragment.fragment?.total, fragment.fragment?.total ?? total == total,
            part.last == total - 1, Self.hasCoding(response.fields, of: fragment),
            let beginning = cache.body(of: fragment),
            let body = try await body(beginning, response.message.body, total: total)
        else { return nil }
        var fields = StoredFields.updated(
            fragment.fields, by: response.fields, response.directives, now: response.responseTime)
        fields[.contentRange] = nil
        fields[.contentDigest] = nil
        fields[.contentLength] = String(total)
        let whole = OriginResponse(
            message: TransportResponse(
                head: HTTPResponse(status: .ok, headerFields: fields), body: body,
                receipt: response.message.receipt),
            requestTime: response.requestTime, responseTime: response.responseTime)
        return try await received(whole, forwarded)
    }

    /// Returns the complete body, whose end is still arriving if the request streams it; nil if it has another length
    /// than the origin has declared.
    private nonisolated(nonsending) func body(
        _ beginning: [UInt8], _ end: ResponseBody, total: Int
    ) async throws(CacheError) -> ResponseBody? {
        guard !request.streamsBody else {
            let whole = ResponseBody(Continued(beginning, end))
            return ResponseBody(CountedBody(whole, count: total, url: address.textWithoutUserInfo))
        }
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = beginning + (try await end.collect())
        } catch {
            throw .transport(error)
        }
        return bytes.count == total ? ResponseBody(bytes) : nil
    }

    /// False for a part of another representation: some servers give one tag to a body and to its coded form. A 206 to
    /// `If-Range` may leave the coding out (RFC 9110 §15.3.7).
    private static func hasCoding(_ fields: HTTPFields, of old: StoredResponse) -> Bool {
        !fields.contains(.contentEncoding)
            || fields[values: .contentEncoding] == old.fields[values: .contentEncoding]
    }

    private func joined(_ old: StoredResponse, _ new: StoredResponse, _ body: [UInt8]) -> (
        stored: StoredResponse, body: [UInt8]
    )? {
        guard let oldPart = old.fragment, let newPart = new.fragment, oldPart.total == newPart.total,
            Self.hasCoding(new.fields, of: old),
            old.bodyBytes == oldPart.last - oldPart.first + 1, body.count == newPart.last - newPart.first + 1,
            max(oldPart.last, newPart.last) - min(oldPart.first, newPart.first) < client.settings.storedBodyBytes,
            let oldBody = cache.body(of: old),
            let bytes = PartialContent.combined(oldBody, at: oldPart.first, body, at: newPart.first)
        else { return nil }
        let isWhole = bytes.first == 0 && bytes.bytes.count == newPart.total
        // §3.4: fields of the new part replace stored ones, the others stay.
        var fields = StoredFields.updated(
            old.fields, by: new.fields, new.freshness.directives, now: new.responseTime)
        let last = bytes.first + bytes.bytes.count - 1
        fields[.contentDigest] = nil
        fields[.contentLength] = String(bytes.bytes.count)
        fields[.contentRange] = isWhole ? nil : "bytes \(bytes.first)-\(last)/\(newPart.total.map(String.init) ?? "*")"
        let stored = StoredResponse(
            key: new.key, status: isWhole ? 200 : 206, reason: isWhole ? "OK" : new.reason, fields: fields,
            selecting: new.selecting, requestTime: new.requestTime, responseTime: new.responseTime,
            userInfo: new.userInfo, isMemoryOnly: new.isMemoryOnly, bodyBytes: bytes.bytes.count,
            digest: BodyDigest(of: bytes.bytes),
            fragment: isWhole ? nil : .init(first: bytes.first, last: last, total: newPart.total))
        return (stored, bytes.bytes)
    }
}
