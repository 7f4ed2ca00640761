/// The elements that are open, outermost first, each with what is to be known when it ends. HTML in the wild closes them
/// in any order, or never.
struct OpenElements<Memo> {
    struct Element {
        let name: ShortName
        let role: ElementRole
        let memo: Memo
    }

    /// Deeper elements are not tracked: their text is read, their nesting is not.
    private static var deepest: Int { 256 }

    private var elements: [Element] = []
    /// How many elements are open beyond the deepest that is tracked.
    private var untracked = 0

    var count: Int {
        elements.count
    }

    var last: Element? {
        elements.last
    }

    /// Opens an element; false where it stands too deep to be tracked, so that its end has no effect.
    mutating func push(_ name: ShortName, _ role: ElementRole, _ memo: Memo) -> Bool {
        guard elements.count < Self.deepest else {
            untracked += 1
            return false
        }
        elements.append(Element(name: name, role: role, memo: memo))
        return true
    }

    mutating func pop() -> Element? {
        elements.popLast()
    }

    /// Whether the end tag that was just met belongs to an element that is not tracked.
    mutating func endsUntracked() -> Bool {
        guard untracked > 0 else { return false }
        untracked -= 1
        return true
    }

    /// The place of the innermost element that is `wanted`, if none is a `barrier` inside it.
    func innermost(_ wanted: (Element) -> Bool, notBeyond barrier: (ElementRole) -> Bool) -> Int? {
        for index in elements.indices.reversed() {
            if wanted(elements[index]) { return index }
            if barrier(elements[index].role) { return nil }
        }
        return nil
    }
}

extension ElementRole {
    /// What a start tag of this role ends, because it cannot stand inside (HTML §13.1.2.4, optional tags), and what that
    /// may not reach beyond.
    var impliedEnd: (ends: (ElementRole) -> Bool, notBeyond: (ElementRole) -> Bool)? {
        switch self {
        case .item: ({ $0 == .item }, { $0.isList || $0.isTablePart })
        case .term, .definition: ({ $0 == .term || $0 == .definition }, { $0.isList || $0.isTablePart })
        case .row, .cell, .tableCaption: ({ $0.isCell || $0 == .tableCaption }, { $0 == .table })
        default: nil
        }
    }

    /// Whether the end tag of an element of this role does not reach beyond an open element of the other.
    func endStops(at other: ElementRole) -> Bool {
        switch self {
        case .item, .term, .definition: other.isList || other.isTablePart
        case .table: false
        case .cell, .row, .tableCaption: other == .table
        default: other.isTablePart
        }
    }

    private var isList: Bool {
        if case .list = self { true } else { self == .definitionList }
    }

    private var isCell: Bool {
        if case .cell = self { true } else { false }
    }

    private var isTablePart: Bool {
        isCell || self == .table || self == .tableCaption
    }
}
