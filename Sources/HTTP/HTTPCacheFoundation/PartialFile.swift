internal import Basics
internal import Foundation
internal import HTTPCache
internal import HTTPTransport
internal import HTTPTypes

#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

/// The part of a download, stored beside the final file. It is locked: two downloads that write to one part would mix
/// their bytes, or publish an unfinished part as the file.
final class PartialFile {
    private let file: String
    private let path: String
    private let tagPath: String
    private let handle: FileHandle

    /// - Throws: `storage` if it cannot be opened, or another download writes it.
    init(of file: URL) throws(CacheError) {
        let path = file.path + ".part"
        self.file = file.path
        self.path = path
        tagPath = file.path + ".part-tag"
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
            guard descriptor >= 0 else { throw .storage("\(path): can't be written") }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // A file system without locks has none to respect.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
                throw .storage("\(path): another download is writing it")
            }
            guard let status = Self.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG else {
                throw .storage("\(path): not a regular file")
            }
            // The download that had the lock may have renamed or removed it.
            guard Self.isFile(descriptor, at: path) else { continue }
            if status.st_nlink == 1 {
                self.handle = handle
                return
            }
            // Another name for the bytes may be the app's file.
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .storage("\(path): has another name, and cannot be removed")
            }
        }
    }

    deinit {
        // An empty part is useless.
        if size == 0, Self.isFile(handle.fileDescriptor, at: path) { unlink(path) }
    }

    private static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// True if the path names the open file.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var named = stat()
        guard let opened = status(of: descriptor), lstat(path, &named) == 0 else { return false }
        return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    /// In bytes.
    private var size: Int64 {
        Self.status(of: handle.fileDescriptor).map { Int64($0.st_size) } ?? 0
    }
}

// MARK: - Resuming

extension PartialFile {
    /// The beginning of a body, and the strong tag of its version.
    struct Held {
        let count: Int64
        let tag: String
    }

    /// The part of an earlier download, if it can be continued.
    var held: Held? {
        guard size > 0, let tag = try? String(contentsOfFile: tagPath, encoding: .utf8), !tag.isEmpty else {
            return nil
        }
        return Held(count: size, tag: tag)
    }

    /// False if the part has to be fetched again: the server sent other bytes, or has none after these (416).
    func accepts(_ reply: CachedReply, after held: Held) -> Bool {
        switch reply.head.status {
        // A range of a coded body is a range of other bytes.
        case .partialContent: !reply.isCoded && Resumption.continues(reply.head, at: held.count, of: held.tag)
        case .rangeNotSatisfiable: false
        default: true
        }
    }
}

// MARK: - Writing

extension PartialFile {
    /// Writes a whole body, or the rest of one after the part that it continues. A 206 without a range request is
    /// refused.
    func write(_ reply: CachedReply, isResumed: Bool) async throws(CacheError) {
        let isContinued = reply.head.status == .partialContent
        guard reply.head.status.kind == .successful, !isContinued || isResumed else {
            throw .serverError(url: reply.url, status: reply.head.status.code)
        }
        do {
            let offset = isContinued ? size : 0
            if !isContinued { try begin(reply) }
            try handle.seekToEnd()
            do {
                try await reply.copyDecoded { try handle.write(contentsOf: $0) }
            } catch {
                // A part of a coded body is never continued; an empty one is deleted.
                if reply.isCoded { _ = ftruncate(handle.fileDescriptor, 0) }
                throw error
            }
            try handle.synchronize()
            try checkLength(of: reply, from: offset)
            try publish()
        } catch let error as CacheError {
            throw error
        } catch let error as TransportError {
            throw .transport(error)
        } catch {
            throw .storage("\(path): \(error.localizedDescription)")
        }
    }

    private func begin(_ reply: CachedReply) throws {
        // In this order: a part never has the tag of other bytes.
        unlink(tagPath)
        guard ftruncate(handle.fileDescriptor, 0) == 0 else { throw CacheError.storage("\(path): can't be written") }
        // Only a strong tag distinguishes the bytes of two versions; that of a coded body is about other bytes.
        guard !reply.isCoded, let tag = reply.head.headerFields.first(.eTag), StrongValidator.isTag(tag) else { return }
        try tag.write(toFile: tagPath, atomically: true, encoding: .utf8)
    }

    private func checkLength(of reply: CachedReply, from offset: Int64) throws(CacheError) {
        guard !reply.isCoded, let total = Resumption.wholeLength(reply.head, from: offset) else { return }
        guard size == total else {
            throw .transport(TransportError(.brokenOff, "\(reply.url): \(size) of \(total) bytes"))
        }
    }

    private func publish() throws(CacheError) {
        // Another file under the name of the part may be incomplete.
        guard Self.isFile(handle.fileDescriptor, at: path) else { throw .storage("\(path): was removed or replaced") }
        guard rename(path, file) == 0 else { throw .storage("\(file): can't be replaced") }
        unlink(tagPath)
    }
}
