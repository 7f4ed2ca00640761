/// The row that `toggle-read` selects in a list after it has marked the selected one.
enum ToggleStep: String, CaseIterable, Sendable {
    case next
    case nextUnread = "next-unread"
    case stay
}
