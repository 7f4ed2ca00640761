/// The program that puts right-to-left text into display order.
enum RightToLeft: String, CaseIterable, Sendable {
    /// The terminal if it is known to do so, otherwise lede.
    case auto
    case lede, terminal
}
