import Glibc

/// The package manager renames `main` to this, so libFuzzer's own `main` is not used.
///
/// `LEDE_FUZZ_TARGET` names the target; see `FuzzTarget`.
@_cdecl("FeedFuzz_main")
package func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    guard target != nil else {
        print("LEDE_FUZZ_TARGET is one of: " + FuzzTarget.all.map(\.name).joined(separator: " "))
        return 64
    }
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, fuzz)
}

private let target = getenv("LEDE_FUZZ_TARGET").flatMap { FuzzTarget.named(String(cString: $0)) }

/// Runs libFuzzer's loop, which keeps none of the pointers that it receives here.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer calls this with each input.
private func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
