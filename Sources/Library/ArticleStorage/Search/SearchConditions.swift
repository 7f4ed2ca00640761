import Basics
import FoundationEssentials
import GRDB

extension SearchNode {
    /// The part as a query to the full-text index; nil if it contains anything but words that must match.
    var expression: String? {
        switch self {
        case .word(let word):
            return word.isExcluded ? nil : SearchQuery(of: word).onlyTerm.flatMap(SearchExpression.phrase)
        case .all(let parts): return Self.expression(parts, joined: " AND ")
        case .any(let parts): return Self.expression(parts, joined: " OR ")
        case .not: return nil
        }
    }

    private static func expression(_ parts: [SearchNode], joined sign: String) -> String? {
        let expressions = parts.compactMap(\.expression)
        return expressions.count == parts.count ? "(" + expressions.joined(separator: sign) + ")" : nil
    }

    /// Returns the part as a condition on a row of `article`; nil if it sets none.
    func condition(now: Date, offset: UTCOffset) -> SearchCondition? {
        switch self {
        case .word(let word): return word.condition(now: now, offset: offset)
        case .all(let parts): return Self.joined(parts, "AND", now: now, offset: offset)
        case .any(let parts): return Self.joined(parts, "OR", now: now, offset: offset)
        case .not(let part):
            return part.condition(now: now, offset: offset)?.negated
        }
    }

    private static func joined(
        _ parts: [SearchNode], _ sign: String, now: Date, offset: UTCOffset
    ) -> SearchCondition? {
        let conditions = parts.compactMap { $0.condition(now: now, offset: offset) }
        return conditions.isEmpty ? nil : .joined(conditions, sign)
    }
}

extension SearchWord {
    fileprivate func condition(now: Date, offset: UTCOffset) -> SearchCondition? {
        let plain = plainCondition(now: now, offset: offset)
        return isExcluded ? plain?.negated : plain
    }

    /// The condition on a row of `subscription` of a word that selects or excludes feeds; nil for other words.
    var feedCondition: BoundSQL? {
        isExcluded ? plainFeedCondition?.negated : plainFeedCondition
    }

    private var plainFeedCondition: BoundSQL? {
        switch operatorName {
        // A path separates its names by ASCII's unit separator. An exact one also finds the folders in that folder.
        case "folder":
            let part = isExact ? PartPattern(value + "/", follows: false) : PartPattern(value)
            let path = "replace(folder, char(31), '/')" + (isExact ? " || '/'" : "")
            return BoundSQL(sql: part.isPart(of: path), arguments: [part.pattern])
        case "feed":
            let part = PartPattern(value, follows: !isExact, isFollowed: !isExact)
            let title = part.isPart(of: "coalesce(customTitle, feedTitle, '')")
            return BoundSQL(
                sql: "(\(title) OR \(part.isPart(of: "feedURL")))", arguments: [part.pattern, part.pattern])
        default: return nil
        }
    }

    private func plainCondition(now: Date, offset: UTCOffset) -> SearchCondition? {
        let query = SearchQuery(of: self)
        if let term = query.onlyTerm {
            return SearchExpression.phrase(term).map {
                SearchCondition("article.place IN (SELECT rowid FROM search WHERE search MATCH ?)", [$0])
            }
        }
        if let isRead = query.isRead { return SearchCondition("article.isRead = \(isRead ? 1 : 0)") }
        if let isStarred = query.isStarred {
            return SearchCondition("article.isStarred = \(isStarred ? 1 : 0)")
        }
        if let isPacked = query.isPacked {
            let wanted = "(SELECT value FROM json_each(\(PackedArticles.function)()))"
            return SearchCondition("article.id \(isPacked ? "" : "NOT ")IN \(wanted)")
        }
        if let after = query.after { return Self.placed(">=", after.start(offset)) }
        if let before = query.before { return Self.placed("<", before.start(offset)) }
        return operatorCondition(now: now)
    }

    private func operatorCondition(now: Date) -> SearchCondition? {
        let part = PartPattern(value)
        let pattern = part.pattern
        switch operatorName {
        case "has":
            return SearchOperators.presenceConditions[value.lowercased()]
        case "age":
            return SearchAge(value).map { Self.placed($0.isOlder ? "<" : ">=", now.addingTimeInterval(-$0.seconds)) }
        case "tag":
            let own = "EXISTS (SELECT 1 FROM ownTag WHERE ownTag.article = article.id AND \(part.isPart(of: "name")))"
            return .joined(
                [
                    SearchCondition(own, [pattern]), .onContent(part.isPart(of: "tags"), [pattern]),
                    Self.inFeeds(Self.feedTags(part), [pattern]),
                ], "OR")
        case "note":
            return SearchCondition(part.isPart(of: "coalesce(article.note, '')"), [pattern])
        case "url":
            return .onContent(
                "(\(part.isPart(of: "url")) OR \(part.isPart(of: "externalURL")))", [pattern, pattern])
        default: return plainFeedCondition.map { Self.inFeeds($0.sql, $0.arguments) }
        }
    }

    /// Returns the condition that a feed has a tag of the person with a part.
    private static func feedTags(_ part: PartPattern) -> String {
        """
        preferences IS NOT NULL AND json_valid(preferences)
        AND EXISTS (SELECT 1 FROM json_each(preferences, '$.tags') WHERE \(part.isPart(of: "json_each.value")))
        """
    }

    private static func placed(_ sign: String, _ date: Date) -> SearchCondition {
        SearchCondition("article.place \(sign) ?", [Place(firstOf: date).rawValue])
    }

    private static func inFeeds(_ condition: String, _ arguments: StatementArguments) -> SearchCondition {
        SearchCondition(
            "article.subscription IN (SELECT id FROM subscription WHERE removedAt IS NULL AND \(condition))", arguments)
    }
}

extension SearchQuery {
    /// The query for one word alone, ignoring its exclusion.
    fileprivate init(of word: SearchWord) {
        self.init()
        var word = word
        word.isExcluded = false
        add(word)
    }

    /// The words of the query, if it has nothing else.
    fileprivate var onlyTerm: Term? { terms.first }
}
