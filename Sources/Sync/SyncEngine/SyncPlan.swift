import FeedModel

/// Decides one sync step by step: the library's state and the server's responses determine the next request.
///
/// The steps of a complete sync:
///
///     feeds      Feeds and folders. The ids in a feed that the server no longer has prove nothing.
///     check      The ids still mean the same articles. Skipped if no mark waits and the first page shows it.
///     send       Sends marks, before any article or state is stored.
///     changes    New articles, by pages.
///     lists      Ids of unread and starred articles: their states, and articles that are missing here.
///     fetch      The missing articles.
///     history    First sync: the newest read articles of each feed.
///     finish     First sync: from now on only changes.
///     send       Marks that a reset left without an id.
///
/// If the server refuses marks, they wait, and the other steps follow: waiting marks override the server's older ones.
package struct SyncPlan: Equatable, Sendable {
    enum Step: Equatable, Sendable {
        case check, reset, feeds, send, changes, lists, fetch, history, finish
    }

    /// The purpose of one run of the plan.
    package enum Purpose: Sendable {
        case everything
        /// Only sends marks, a moment after the person made them.
        case marks
    }

    /// Resets accepted in one sync (default 2).
    private static let resetLimit = 2

    private let traits: ServerTraits
    private let purpose: Purpose
    private var steps: [Step]
    private var isFirst: Bool
    private var isChecked = false
    private var resets = 0

    /// - Parameters:
    ///   - isFirst: true if no sync of this account has ever completed.
    ///   - hasMarks: true if marks wait in the outbox.
    init(_ traits: ServerTraits, isFirst: Bool, hasMarks: Bool, purpose: Purpose) {
        self.traits = traits
        self.purpose = purpose
        self.isFirst = isFirst
        steps = []
        // A first sync may continue a first sync that ended early. If the server was reinstalled meanwhile, the ids
        // stored then may mean other articles.
        let mustCheck =
            traits.reusesIDs && (hasMarks || isFirst || !(traits.reportsChanges && traits.changesShowAnchor))
        steps = rest
        if mustCheck { steps.insert(.check, at: steps.first == .feeds ? 1 : 0) }
    }

    /// Everything but the check.
    private var rest: [Step] {
        let feeds: [Step] = traits.listsFeeds ? [.feeds] : []
        guard purpose == .everything else { return feeds + [.send] }
        let startsByLists = isFirst && !traits.startsWithChanges
        let changes: [Step] = traits.reportsChanges && !startsByLists ? [.changes] : []
        let lists: [Step] = traits.listsStates ? [.lists, .fetch] : []
        return feeds + [.send] + changes + lists + (startsByLists ? [.history, .finish] : []) + [.send]
    }

    var next: Step? { steps.first }

    /// True until the ids are known to mean the same articles: no mark may be sent before.
    var isUnchecked: Bool { traits.reusesIDs && !isChecked }

    /// True while the first sync is running.
    var isFirstSync: Bool { isFirst }

    mutating func finish(_ step: Step) {
        if steps.first == step { steps.removeFirst() }
    }

    /// Sends no more marks in this sync, because the server refuses them.
    mutating func stopSending() {
        steps.removeAll { $0 == .send }
    }

    /// Ends the sync at a bound: drops all remaining steps except the one that sends marks. A first sync continues as a
    /// first sync the next time.
    mutating func cut() {
        steps = steps.contains(.send) ? [.send] : []
    }

    /// Compares the anchors with the articles that now have their ids, and resets if an id means another article.
    ///
    /// Servers assign ids in ascending order, so the highest anchor that the server still has decides: if its id means
    /// the same article, all lower ids do, unless a restored server has fetched the same articles in another order. If
    /// the server has no anchor, nothing proves that the ids are the same.
    ///
    /// - Returns: the deciding anchor; nil if there is none.
    mutating func check(
        _ anchors: [SyncAnchor], against articles: [RemoteArticle]
    ) throws(SyncFailure) -> SyncAnchor? {
        finish(.check)
        isChecked = true
        guard !anchors.isEmpty else { return nil }
        var items: [String: ParsedItem] = [:]
        for article in articles { items[article.id] = article.item }
        guard let anchor = anchors.first(where: { items[$0.id] != nil }), let item = items[anchor.id],
            anchor.matches(item), !Self.arePermuted(anchors, items)
        else {
            try reset()
            return nil
        }
        return anchor
    }

    /// True if the id of one anchor now means the article of another. No edit looks like that.
    private static func arePermuted(_ anchors: [SyncAnchor], _ items: [String: ParsedItem]) -> Bool {
        anchors.contains { anchor in
            guard let item = items[anchor.id], !anchor.matches(item) else { return false }
            return anchors.contains { $0.matches(item) }
        }
    }

    /// True if the first page of changes may be stored: it shows that the ids still mean the same articles.
    mutating func mayStore(_ page: SyncPage, at anchor: SyncAnchor?) -> Bool {
        guard traits.reusesIDs, traits.changesShowAnchor, !isChecked, !isFirst, let anchor else { return true }
        if let now = page.articles.first(where: { $0.id == anchor.id })?.item, anchor.matches(now) {
            isChecked = true
            return true
        }
        steps.insert(.check, at: 0)
        return false
    }

    /// The server has assigned new ids.
    mutating func reset() throws(SyncFailure) {
        resets += 1
        guard resets <= Self.resetLimit else { throw .reset }
        isFirst = true
        isChecked = true
        steps = [.reset] + rest
    }
}
