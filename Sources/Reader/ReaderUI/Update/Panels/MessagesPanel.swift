import Basics
import Screen

// The list of the messages of this session.
extension State {
    mutating func showMessages() -> [Effect] {
        let lines = messageLines
        guard !lines.isEmpty else {
            say("No messages yet")
            return []
        }
        panel = Panel(.messages, title: "Messages", lines: lines)
        return []
    }

    /// Wraps the messages of the open list for the current width; the selection stays on its message.
    mutating func wrapMessages() {
        guard var panel, panel.kind == .messages else { return }
        // New messages come first, so count from the end.
        let further = panel.shown.dropFirst(panel.cursor + 1).count { !$0.label.isEmpty }
        panel.lines = messageLines
        let shown = panel.shown
        let starts = shown.indices.filter { !shown[$0].label.isEmpty }
        panel.cursor = starts.dropLast(further).last ?? 0
        self.panel = panel
    }

    /// The messages in full, since the bottom line may have cut them off; the first row of each has its time.
    private var messageLines: [Panel.Line] {
        let width = max(20, min(size.columns, Panel.readableWidth) - 12)
        return messages.all.reversed().flatMap { message in
            let time = message.at.map { clock.local($0).time } ?? ""
            // Typed words look for the whole message, and keep all its rows.
            return Wrapping.lines(of: message.text, width: width).enumerated().map { index, range in
                Panel.Line(
                    label: index == 0 ? time : "", detail: String(message.text.utf8Slice(range)), choice: nil,
                    name: "\(time) \(message.text)")
            }
        }
    }
}
