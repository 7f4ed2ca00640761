import Basics

/// An element's name in lower case, kept as two numbers, so that a lookup allocates nothing.
struct ElementName: Hashable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    /// Longer names, which HTML does not have, are all equal to the empty name.
    private static let maximumLength = 16

    init(_ name: some Collection<UInt8>) {
        guard name.count <= Self.maximumLength else { return }
        for byte in name {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte.lowercasedASCII)
        }
    }
}
