internal import Basics
public import Foundation
internal import HTTPCache
internal import HTTPTransport
internal import HTTPTypes

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension CachingSession {
    /// Downloads into a file, and resumes an earlier download of the same address.
    ///
    /// The part is stored beside the file with the suffix `.part`, its validator with `.part-tag`. It is continued with
    /// `Range` and `If-Range` (RFC 9110 §13.1.5, §14.2), so that a file never mixes two versions. The file itself
    /// appears, or is replaced, once it is complete. An unsuccessful response leaves it unchanged. A coded body, from the
    /// cache or from a server that ignores `Accept-Encoding: identity`, is decoded, and its part is not resumed.
    /// - Throws: `URLError`; `.badServerResponse` for a status other than 2xx.
    public func download(for request: URLRequest, to file: URL) async throws -> HTTPURLResponse {
        let part = PartialFile(file)
        return try await Self.translatingErrors(request) { () async throws(CacheError) in
            var cacheRequest = try cacheRequest(request)
            cacheRequest.streamsBody = true
            // A coded body cannot be resumed reliably: servers may code it anew for each request.
            cacheRequest.fields[.acceptEncoding] = "identity"
            cacheRequest.limits.bodyBytes = .max
            let policy = request.cachePolicy.cachePolicy
            // Only the network has the rest of a part.
            if policy != .returnCacheDataDontLoad, let held = part.held {
                var resumption = cacheRequest
                resumption.fields[.range] = "bytes=\(held.count)-"
                resumption.fields[.ifRange] = held.tag
                let reply = try await client.response(for: resumption, policy: .reloadIgnoringLocalCacheData)
                if part.accepts(reply, after: held) {
                    try await part.write(reply, isResumed: true)
                    return HTTPURLResponse(reply)
                }
            }
            let reply = try await client.response(for: cacheRequest, policy: policy)
            try await part.write(reply, isResumed: false)
            return HTTPURLResponse(reply)
        }
    }
}

/// The part of a download, stored beside the final file.
private struct PartialFile {
    private let file: URL
    private let path: String
    private let tagPath: String

    init(_ file: URL) {
        self.file = file
        path = file.path + ".part"
        tagPath = file.path + ".part-tag"
    }

    /// The part of an earlier download, if it can be continued.
    var held: (count: Int, tag: String)? {
        guard let tag = try? String(contentsOfFile: tagPath, encoding: .utf8), !tag.isEmpty,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let count = (attributes[.size] as? NSNumber)?.intValue, count > 0
        else { return nil }
        return (count, tag)
    }

    /// False if the part has to be fetched again: the server sent other bytes, or has none after these (416).
    func accepts(_ reply: CachedReply, after held: (count: Int, tag: String)) -> Bool {
        switch reply.head.status {
        // A range of a coded body is a range of other bytes.
        case .partialContent:
            return !reply.isCoded && Resumption.continues(reply.head, at: Int64(held.count), of: held.tag)
        case .rangeNotSatisfiable: return false
        default: return true
        }
    }

    /// Writes a whole body, or the rest of one after the part that it continues. A 206 without a range request is
    /// refused.
    func write(_ reply: CachedReply, isResumed: Bool) async throws(CacheError) {
        let isContinued = reply.head.status == .partialContent
        guard reply.head.status.kind == .successful, !isContinued || isResumed else {
            throw .serverError(url: reply.url, status: reply.head.status.code)
        }
        do {
            let offset = isContinued ? Int64(held?.count ?? 0) : 0
            if !isContinued { try begin(reply) }
            try await append(reply)
            let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue
            if isContinued, let total = Resumption.wholeLength(reply.head, from: offset), Int64(size ?? 0) != total {
                throw CacheError.transport(TransportError(.brokenOff, "\(reply.url): \(size ?? 0) of \(total) bytes"))
            }
            guard rename(path, file.path) == 0 else { throw CacheError.storage("\(file.path): can't be replaced") }
            try? FileManager.default.removeItem(atPath: tagPath)
        } catch let error as CacheError {
            throw error
        } catch let error as TransportError {
            throw .transport(error)
        } catch {
            throw .storage("\(path): \(error.localizedDescription)")
        }
    }

    private func begin(_ reply: CachedReply) throws {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: tagPath)
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw CacheError.storage("\(path): can't be written")
        }
        // Only a strong tag distinguishes the bytes of two versions; that of a coded body is about other bytes.
        guard !reply.isCoded, let tag = reply.head.headerFields.first(.eTag), StrongValidator.isTag(tag) else { return }
        try tag.write(toFile: tagPath, atomically: true, encoding: .utf8)
    }

    private func append(_ reply: CachedReply) async throws {
        guard let handle = FileHandle(forWritingAtPath: path) else {
            throw CacheError.storage("\(path): can't be written")
        }
        defer { try? handle.close() }
        try handle.seekToEnd()
        try await reply.copyDecoded { try handle.write(contentsOf: $0) }
        try handle.synchronize()
    }
}
