/// The open elements, outermost first, each with the state that is needed when it ends. Real HTML closes them in any
/// order, or never.
struct OpenElements<Memo> {
    struct Element {
        let name: ShortName
        let role: ElementRole
        let memo: Memo
    }

    /// Maximum depth at which elements are tracked. Of deeper ones only the text is read.
    private static var maximumDepth: Int { 256 }

    private var elements: [Element] = []
    /// The number of open elements beyond the deepest tracked one.
    private var untracked = 0

    var count: Int {
        elements.count
    }

    var last: Element? {
        elements.last
    }

    /// Opens an element; returns false if it is too deep to be tracked, so that its end has no effect.
    mutating func push(_ name: ShortName, _ role: ElementRole, _ memo: Memo) -> Bool {
        guard elements.count < Self.maximumDepth else {
            untracked += 1
            return false
        }
        elements.append(Element(name: name, role: role, memo: memo))
        return true
    }

    mutating func pop() -> Element? {
        elements.popLast()
    }

    /// True if the current end tag belongs to an untracked element.
    mutating func endsUntracked() -> Bool {
        guard untracked > 0 else { return false }
        untracked -= 1
        return true
    }

    /// Returns the index of the innermost `wanted` element, if there is no `barrier` inside it.
    func innermost(_ wanted: (Element) -> Bool, notBeyond barrier: (ElementRole) -> Bool) -> Int? {
        for index in elements.indices.reversed() {
            if wanted(elements[index]) { return index }
            if barrier(elements[index].role) { return nil }
        }
        return nil
    }
}

extension ElementRole {
    /// The elements that a start tag of this role ends because they cannot contain it (HTML §13.1.2.4, optional tags),
    /// and the elements beyond which it does not end any.
    var impliedEnd: (ends: (ElementRole) -> Bool, notBeyond: (ElementRole) -> Bool)? {
        switch self {
        case .item: ({ $0 == .item }, { $0.isList || $0.isTablePart })
        case .term, .definition: ({ $0 == .term || $0 == .definition }, { $0.isList || $0.isTablePart })
        case .row, .cell, .tableCaption: ({ $0.isCell || $0 == .tableCaption }, { $0 == .table })
        default: nil
        }
    }

    /// True if the end tag of an element of this role has no effect beyond an open element of the other role.
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
