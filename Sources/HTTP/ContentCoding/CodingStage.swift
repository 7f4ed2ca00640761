internal import CCoding

/// One coding, decoded by its C library.
final class CodingStage {
    let coding: Coding
    private let decoder: OpaquePointer?
    /// True while the input may turn out not to be coded; see `GzipMark`.
    private var mayBePlain: Bool
    private var isPlain = false
    /// The first byte, if it alone does not show the form of the input.
    private var held: [UInt8] = []
    private var count = 0
    private let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)

    /// - Parameter isPart: true if the input need not begin as the coding does.
    init(_ coding: Coding, isPart: Bool) {
        self.coding = coding
        mayBePlain = coding == .gzip && !isPart
        decoder = coding_decoder_create(coding.format)
    }

    deinit {
        if let decoder { coding_decoder_destroy(decoder) }
        chunk.deallocate()
    }

    /// True before any input, and after a stream that has ended properly.
    var isWhole: Bool {
        held.isEmpty && (decoder.map { coding_decoder_is_whole($0) } ?? true)
    }

    /// Passes on the decoded bytes, a chunk at a time.
    ///
    /// - Parameter limit: the maximum size of the whole decoded stream, in bytes.
    func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, limit: Int,
        _ receive: (UnsafeBufferPointer<UInt8>) throws(ContentCodingError) -> Void
    ) throws(ContentCodingError) {
        guard !bytes.isEmpty else { return }
        guard mayBePlain else { return try decodeRest(bytes, limit: limit, receive) }
        let beginning = held + bytes.prefix(GzipMark.length - held.count)
        guard let isMarked = GzipMark.begins(beginning) else { return held = beginning }
        (mayBePlain, isPlain) = (false, !isMarked)
        let first = held
        held = []
        try first.withUnsafeBufferPointer { first throws(ContentCodingError) in
            try decodeRest(first, limit: limit, receive)
        }
        try decodeRest(bytes, limit: limit, receive)
    }

    private func decodeRest(
        _ bytes: UnsafeBufferPointer<UInt8>, limit: Int,
        _ receive: (UnsafeBufferPointer<UInt8>) throws(ContentCodingError) -> Void
    ) throws(ContentCodingError) {
        guard !bytes.isEmpty else { return }
        guard !isPlain else {
            guard bytes.count <= limit - count else { throw .tooLarge(limit: limit) }
            count += bytes.count
            return try receive(bytes)
        }
        guard let decoder else { throw .unavailable(coding) }
        var input = bytes.baseAddress
        var remaining = bytes.count
        while true {
            var written = chunk.count
            let step = coding_decoder_step(decoder, &input, &remaining, chunk.baseAddress, &written)
            guard step != .corrupt else { throw .corrupt(coding) }
            guard written <= limit - count else { throw .tooLarge(limit: limit) }
            count += written
            if written > 0 { try receive(UnsafeBufferPointer(rebasing: chunk.prefix(written))) }
            guard step == .unfinished else { return }
        }
    }
}
