/// A page of `lede help TOPIC`, which is also a manual page.
struct HelpTopic: Sendable {
    let name: String
    /// The text below the title line; headings in capitals, all other lines indented by four spaces.
    let text: String
    let summary: String

    /// All topics, in the order of `lede --help`.
    static let all: [HelpTopic] =
        [config, keys]
        + pages.map { name, bytes in
            HelpTopic(name: name, page: String(decoding: bytes, as: UTF8.self))
        }

    static func named(_ name: String) -> HelpTopic? {
        // The users of other readers look for their reader's name.
        let name = ["newsboat", "newsraft", "sfeed"].contains(name) ? "moving-in" : name
        return all.first { $0.name == name }
    }

    /// The files of `Topics`, by their names.
    private static let pages: [(name: String, bytes: [UInt8])] = [
        ("changelog", PackageResources.changelog_txt),
        ("durability", PackageResources.durability_txt),
        ("feeds", PackageResources.feeds_txt),
        ("files", PackageResources.files_txt),
        ("journeys", PackageResources.journeys_txt),
        ("limits", PackageResources.limits_txt),
        ("moving-in", PackageResources.moving_in_txt),
        ("offline", PackageResources.offline_txt),
        ("page", PackageResources.page_txt),
        ("pictures", PackageResources.pictures_txt),
        ("rules", PackageResources.rules_txt),
        ("search", PackageResources.search_txt),
        ("serve", PackageResources.serve_txt),
        ("stories", PackageResources.stories_txt),
        ("sync", PackageResources.sync_txt),
        ("terminal", PackageResources.terminal_txt),
        ("themes", PackageResources.themes_txt),
    ]

    init(name: String, summary: String, text: String) {
        self.name = name
        self.summary = summary
        self.text = text
    }

    /// Reads a file of `Topics`, whose first line is `NAME – summary`.
    init(name: String, page: String) {
        let lines = page.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let title = lines.first ?? ""
        self.init(
            name: name,
            summary: title.firstRange(of: " – ").map { String(title[$0.upperBound...]) } ?? String(title),
            text: lines.count > 1 ? String(lines[1].drop { $0 == "\n" }) : "")
    }

    /// The page for the terminal.
    var page: String {
        "lede \(name) – \(summary)\n\n\(text)"
    }

    /// Returns the manual page in roff: section 5 for the configuration's format, section 7 for all others (man(7)).
    func manualPage(version: String) -> String {
        let section = name == Self.config.name ? 5 : 7
        var lines = [
            ".TH LEDE-\(name.uppercased()) \(section) \"\" \"lede \(version)\" \"lede\"",
            ".SH NAME", "lede-\(name) \\- \(Self.escaped(summary))",
        ]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || line.first == " " {
                lines.append(Self.escaped(String(line.drop(while: { $0 == " " }, upTo: 4))))
            } else {
                // With the usual indentation of 7 columns, lines would be wider than a terminal.
                lines += [".fi", ".SH \(Self.escaped(String(line)))", ".nf", ".in 4n"]
            }
        }
        return lines.joined(separator: "\n") + "\n.fi\n"
    }

    /// Escapes a line for roff, where a backslash, and a dot or quote at the beginning, would be a command.
    private static func escaped(_ line: String) -> String {
        let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.first == "." || text.first == "'" ? "\\&" + text : text
    }
}

extension Substring {
    fileprivate func drop(while isDropped: (Character) -> Bool, upTo limit: Int) -> Substring {
        dropFirst(Swift.min(limit, prefix(while: isDropped).count))
    }
}
