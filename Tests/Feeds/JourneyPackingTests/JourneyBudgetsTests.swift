import Foundation
import Testing

@testable import JourneyPacking
@testable import PackStorage

@Suite struct JourneyBudgetsTests {
    private let budgets: JourneyBudgets = {
        var limits = JourneyLimits()
        (limits.budget, limits.enclosureBudget) = (10_000, 20_000)
        let began = Date(timeIntervalSince1970: 1_800_000_000)
        return JourneyBudgets(limits, Journey(id: 1, began: began, spent: 1_000, enclosuresSpent: 2_000))
    }()

    @Test("Pages and pictures share a budget, and enclosures have their own")
    func shares() {
        var budgets = budgets
        budgets[.page].release(0, spent: 500)
        #expect(budgets.spent == (1_500, 2_000))
        #expect(PackingStage.allCases.map { budgets[$0].free } == [8_500, 8_500, 8_500, 18_000])
    }

    @Test("A budget ends for all stages that share it, and the budget of the articles is reported first")
    func ends() {
        var budgets = budgets
        #expect(budgets.runEnd == nil)
        #expect(budgets.end(of: .enclosure) == [.enclosure])
        #expect(budgets.runEnd == .enclosuresTooSmall(20_000))
        #expect(budgets.end(of: .firstPicture) == [.page, .firstPicture, .otherPicture])
        #expect(budgets.runEnd == .tooSmall(10_000))
    }
}
