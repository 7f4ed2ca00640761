import FoundationEssentials

/// Identifies the current boot of the machine. A reboot ends all processes; a power cut also loses unsynced data.
package enum MachineBoot {
    /// Nil if the system provides none.
    package static let id = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        .split(separator: "\n").first.map(String.init)
}
