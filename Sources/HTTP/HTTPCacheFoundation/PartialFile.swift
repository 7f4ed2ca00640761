internal import Basics
internal import Foundation
internal import HTTPCache
internal import HTTPTransport
internal import HTTPTypes

/// The part of a download, stored beside the final file, and a note with the validator of its version and the digest of
/// its address.
struct PartialFile {
    private let file: String
    private let validatorPath: String
    private let part: LockedPart
    private let address: String
    /// True for HEAD, whose responses state the length of a body that they do not contain (RFC 9110 §8.6).
    private let isBodiless: Bool

    /// - Throws: `storage` if it cannot be opened, or another download writes it.
    init(of file: URL, for request: CacheRequest) throws(CacheError) {
        self.file = file.path
        address = request.partAddress
        isBodiless = request.method == .head
        validatorPath = file.path + ".part-tag"
        let path = file.path + ".part"
        do throws(LockedPart.Failure) {
            part = try LockedPart(path, mode: 0o666)
        } catch {
            throw .storage("\(path): \(error)")
        }
    }

    /// The part of an earlier download of the same address, if it can be continued.
    var held: ResumablePart? {
        guard part.size > 0, let note = try? String(contentsOfFile: validatorPath, encoding: .utf8) else { return nil }
        let lines = note.split(separator: "\n").map(String.init)
        guard lines.count == 2, lines[1] == address else { return nil }
        return ResumablePart(length: part.size, validator: lines[0], whole: nil)
    }

    /// Writes a whole body, or appends the rest of one to the stored part. Refuses a 206 that is not that rest.
    func write(_ reply: CachedReply, isRest: Bool) async throws(CacheError) {
        guard reply.head.status.kind == .successful, isRest || reply.head.status != .partialContent else {
            throw .serverError(url: reply.url, status: reply.head.status.code)
        }
        do {
            let offset = isRest ? part.size : 0
            // The old validator is removed first and the new one stored last, so that a part never has the validator of
            // other bytes.
            if !isRest { forgetValidator() }
            try part.cut(at: offset)
            if !isRest { try noteValidator(of: reply) }
            do {
                try await reply.copyDecoded { try part.write($0) }
            } catch {
                // A part of a coded body is never continued; an empty one is deleted.
                if reply.isCoded { try? part.cut(at: 0) }
                throw error
            }
            try checkLength(of: reply, from: offset)
            try complete()
        } catch let error as CacheError {
            throw error
        } catch let error as TransportError {
            throw .transport(error)
        } catch let failure as LockedPart.Failure {
            throw .storage("\(file): \(failure)")
        } catch {
            throw .storage("\(file): \(error.localizedDescription)")
        }
    }

    /// Makes the part the file.
    func complete() throws(CacheError) {
        do throws(LockedPart.Failure) {
            try part.complete(as: file)
        } catch {
            throw .storage("\(file): \(error)")
        }
        forgetValidator()
    }

    private func forgetValidator() {
        try? FileManager.default.removeItem(atPath: validatorPath)
    }

    private func noteValidator(of reply: CachedReply) throws {
        guard let validator = reply.partValidator(now: Date().timeIntervalSince1970) else { return }
        try "\(validator)\n\(address)".write(toFile: validatorPath, atomically: true, encoding: .utf8)
    }

    private func checkLength(of reply: CachedReply, from offset: Int64) throws(CacheError) {
        guard !isBodiless, let total = reply.wholeLength(from: offset), part.size != total else { return }
        throw .transport(TransportError(.brokenOff, "\(reply.url): \(part.size) of \(total) bytes"))
    }
}
