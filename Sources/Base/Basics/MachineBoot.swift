import FoundationEssentials

/// The present boot of the machine. A reboot ends all processes and loses data that has not reached the disk.
package enum MachineBoot {
    /// Nil if the system gives none.
    package static let id = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        .split(separator: "\n").first.map(String.init)
}
