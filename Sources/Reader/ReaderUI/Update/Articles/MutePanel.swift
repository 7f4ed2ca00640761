import Basics
import FeedModel
import FoundationEssentials

// Hiding rules made from the current article, with a preview and an end date.
extension State {
    private static let day = 86_400.0
    private static let terms: [(words: String, days: Double?)] = [
        ("for good", nil), ("for 7 days", 7), ("for 30 days", 30), ("for a year", 365),
    ]

    /// `:mute` lists the article's fields by which articles can be hidden; `:mute author` hides articles of its author,
    /// and `:mute title WORDS` hides articles with these words.
    mutating func mute(_ argument: String?) -> [Effect] {
        let parts = (argument ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return [.loadMuteChoices(currentArticle, nil)] }
        guard let field = Mute.Field(rawValue: name) else {
            say("mute takes one of \(Mute.Field.allCases.map(\.rawValue).joined(separator: ", "))", .error)
            return []
        }
        let text = parts.count > 1 ? parts[1].trimmedSpaces : ""
        if !text.isEmpty { return [.previewMute(Mute(field, text))] }
        if field == .title {
            return refuse(Prompt(.command, text: "mute title "), because: "Type some words of the title first")
        }
        guard let id = currentArticle else { return sayNoArticle() }
        return [.loadMuteChoices(id, field)]
    }

    mutating func showMuteChoices(_ choices: [Mute], made: [Mute]) -> [Effect] {
        var lines: [Panel.Line] = []
        if currentArticle != nil {
            lines.append(Panel.Line(label: "Hide articles with this", detail: "", part: .heading))
            lines += choices.map {
                Panel.Line(label: $0.field.rawValue, detail: $0.text, choice: .previewMute($0))
            }
            lines.append(Panel.Line(label: "title", detail: "words that you type", choice: .type("mute title ")))
        }
        if !made.isEmpty {
            lines.append(Panel.Line(label: "Hidden (Enter shows them again)", detail: "", part: .heading))
            lines += made.map { Panel.Line(label: $0.field.rawValue, detail: detail(of: $0), choice: .unmute($0)) }
        }
        guard !lines.isEmpty else {
            say("Nothing is hidden; select an article to hide others by its author, tags or feed")
            return []
        }
        panel = Panel(.mutes, title: "Hide articles", lines: lines)
        return []
    }

    private func detail(of mute: Mute) -> String {
        guard let until = mute.until else { return mute.text }
        return "\(mute.text), \(mute.isInForce(at: clock.now) ? "until" : "ended") \(clock.local(until).isoDay)"
    }

    /// - Parameter titles: the titles of some of the articles that the rule would hide. If the screen is too low for all
    ///   of them, the last ones are left out: the number must not scroll away.
    mutating func showMutePreview(_ mute: Mute, hidden: Int, of count: Int, _ titles: [String]) -> [Effect] {
        let words = "Would hide \(Numbers.grouped(hidden)) of \(count.counting("article"))"
        var facts =
            [Panel.Line(label: words, detail: "", part: .heading)]
            + titles.map { Panel.Line(label: $0, detail: "", part: .example) }
        let lines = Self.terms.map { term in
            var timed = mute
            timed.until = term.days.map { clock.now.addingTimeInterval($0 * Self.day) }
            return Panel.Line(label: term.words, detail: "", choice: .mute(timed))
        }
        var preview = Panel(.mutes, title: "Hide \(mute.words)", lines: facts + lines)
        while facts.count > 1, rows(of: preview).count > height(of: focus) - 1 {
            facts.removeLast()
            preview = Panel(.mutes, title: preview.title, lines: facts + lines)
        }
        panel = preview
        return []
    }
}
