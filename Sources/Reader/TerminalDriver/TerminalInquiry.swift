/// Asks a terminal which pictures it can show. Sends only CSI queries until the terminal reports a name that is known
/// to be safe for other queries.
///
///     ESC [ > q        the name (XTVERSION); some terminals do not answer
///     ESC [ c          the attributes (DA1); all terminals answer, so this is the end mark
///     ESC _ G … ESC \  a pixel in kitty's protocol, then DA1; only if placeholders are known to work with the name
package struct TerminalInquiry: Equatable, Sendable {
    private enum Stage: Equatable {
        case unasked
        case naming
        case probing
        case done
    }

    private var stage = Stage.unasked
    private var mayHavePlaceholders = false
    /// The terminal's name for itself: `kitty(0.48.2)`.
    package private(set) var name: String?
    /// True if DA1 names sixel (4).
    package private(set) var hasSixel = false
    /// True if kitty's Unicode placeholders work.
    package private(set) var hasPlaceholders = false

    package init() {}

    /// True if a query was sent and some replies are still due.
    package var isReplyDue: Bool { stage == .naming || stage == .probing }

    /// True if the replies are complete.
    package var isDone: Bool { stage == .done }

    /// Returns the first query; nil if it was sent already.
    mutating func begin(mayHavePlaceholders: Bool) -> String? {
        guard stage == .unasked else { return nil }
        self.mayHavePlaceholders = mayHavePlaceholders
        stage = .naming
        return "\u{1B}[>q\u{1B}[c"
    }

    /// Handles a reply and returns the next query, if there is one. Ignores replies to queries that were not sent.
    mutating func receive(_ reply: TerminalReply) -> String? {
        switch (stage, reply) {
        case (.naming, .device(let text)) where text.hasPrefix(">|"):
            name = String(text.dropFirst(2).prefix(Self.maximumNameLength))
        case (.naming, .control(let text)) where Self.isAttributes(text):
            hasSixel = text.dropFirst().dropLast().split(separator: ";").dropFirst().contains("4")
            guard mayHavePlaceholders, name.map(Self.showsPlaceholders) == true else {
                stage = .done
                return nil
            }
            stage = .probing
            return "\u{1B}_Gi=\(Self.probe),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
        case (.probing, .application("Gi=\(Self.probe);OK")):
            hasPlaceholders = true
        case (.probing, .control(let text)) where Self.isAttributes(text):
            stage = .done
        default: break
        }
        return nil
    }

    private static let maximumNameLength = 80
    /// The id of the picture in the query, which is never created.
    private static let probe = 31

    private static func isAttributes(_ text: String) -> Bool {
        text.hasPrefix("?") && text.hasSuffix("c")
    }

    /// The first versions with working placeholders: kitty 0.28 introduced them, and 0.29 broke them; older versions
    /// show boxes. Terminals that answer kitty's query but have no placeholders (WezTerm, Konsole, iTerm2) are not
    /// listed.
    private static let firstVersions: [String: [Int]] = ["kitty": [0, 30], "ghostty": [1, 0]]

    private static func showsPlaceholders(_ name: String) -> Bool {
        let words = name.split { $0 == " " || $0 == "(" || $0 == ")" }
        guard words.count == 2, let first = firstVersions[words[0].lowercased()] else { return false }
        let version = words[1].split(separator: ".").prefix(2).map { Int($0.prefix { $0.isNumber }) ?? -1 }
        return version.count == 2 && !version.contains(-1) && !version.lexicographicallyPrecedes(first)
    }
}
