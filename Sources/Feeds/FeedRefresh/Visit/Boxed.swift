/// Keeps a large value in its own block of memory.
///
/// The frame of a suspended function has room for each copy of a value that it ever makes. With two polling states held
/// directly, the frames of one visit took 25 KB.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    private indirect enum Block: Sendable {
        case value(Value)
    }

    private var block: Block?

    var isEmpty: Bool { block == nil }

    var wrappedValue: Value? {
        get {
            guard case .value(let value) = block else { return nil }
            return value
        }
        set { block = newValue.map(Block.value) }
    }
}
