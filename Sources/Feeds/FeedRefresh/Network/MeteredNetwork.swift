import Basics
import FoundationEssentials

/// Asks NetworkManager if the network is metered, with NetworkManager's own tools: no library is linked.
package enum MeteredNetwork {
    /// The time for their reply, in seconds (default 1).
    private static let timeLimit: TimeInterval = 1
    /// Maximum number of bytes that one of the programs may print (default 64 KiB).
    private static let byteLimit = 64 << 10

    private static let busctl = [
        "busctl", "--system", "get-property", "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager",
        "org.freedesktop.NetworkManager", "Metered",
    ]
    private static let nmcli = ["nmcli", "-t", "-f", "GENERAL.STATE,GENERAL.METERED", "device", "show"]

    /// True if the network is metered; an unknown state counts as not metered.
    package static func isMetered() async -> Bool {
        let answer = try? await WorkQueue("lede.metered").run { () -> Bool in
            if let word = output(of: busctl) { return isMetered(property: word) }
            return output(of: nmcli).map(isMetered(devices:)) ?? false
        }
        return answer ?? false
    }

    private static func output(of words: [String]) -> String? {
        let limits = BoundedProgram.Limits(time: timeLimit, bytes: byteLimit)
        return (try? BoundedProgram(words, limits: limits).output()).map { String(decoding: $0, as: UTF8.self) }
    }

    /// `u 1` means yes, and 3 means a guessed yes (NMMetered).
    static func isMetered(property: String) -> Bool {
        let word = property.split { $0 == " " || $0 == "\n" }.last
        return word == "1" || word == "3"
    }

    /// True for a device that is connected (state 100) and metered, certainly or by guess.
    static func isMetered(devices: String) -> Bool {
        var isConnected = false
        for line in devices.split(separator: "\n") {
            let value = line.split(separator: ":", maxSplits: 1).last ?? ""
            if line.hasPrefix("GENERAL.STATE:") { isConnected = value.hasPrefix("100") }
            if line.hasPrefix("GENERAL.METERED:"), isConnected, value.hasPrefix("yes") { return true }
        }
        return false
    }
}
