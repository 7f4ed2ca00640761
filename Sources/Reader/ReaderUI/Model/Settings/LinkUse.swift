/// The use of the terminal's own links (OSC 8) in texts.
package enum LinkUse: String, CaseIterable, Sendable {
    /// Links are shown in terminals that are known to show them.
    case auto
    case always, never
}
