import PackStorage

/// The budgets of a journey: one for articles with their pictures, and one for enclosures.
struct JourneyBudgets: Equatable, Sendable {
    private var articles: ByteLedger
    private var enclosures: ByteLedger

    init(_ limits: JourneyLimits, _ journey: Journey) {
        articles = ByteLedger(budget: limits.budget, spent: journey.spent)
        enclosures = ByteLedger(budget: limits.enclosureBudget, spent: journey.enclosuresSpent)
    }

    /// The budget that the objects of a stage belong to.
    subscript(stage: PackingStage) -> ByteLedger {
        get { stage == .enclosure ? enclosures : articles }
        _modify { if stage == .enclosure { yield &enclosures } else { yield &articles } }
    }

    var spent: (bytes: Int64, enclosures: Int64) { (articles.spent, enclosures.spent) }

    /// Ends the budget of a stage. Returns all stages that belong to it.
    mutating func end(of stage: PackingStage) -> [PackingStage] {
        self[stage].end()
        return PackingStage.allCases.filter { ($0 == .enclosure) == (stage == .enclosure) }
    }

    /// The budget that ended the run; nil if none did. The budget of the articles counts first.
    var runEnd: BudgetEnd? {
        if articles.isEnded { return articles.isSpent ? .spent(articles.budget) : .tooSmall(articles.budget) }
        guard enclosures.isEnded else { return nil }
        let size = enclosures.budget
        return enclosures.isSpent ? .enclosuresSpent(size) : .enclosuresTooSmall(size)
    }
}
