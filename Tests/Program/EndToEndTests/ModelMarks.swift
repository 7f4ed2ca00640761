/// The marks that must exist after a model week.
struct ModelMarks {
    enum Kind: CaseIterable {
        case read, star

        func word(_ value: Bool) -> String {
            switch self {
            case .read: value ? "read" : "unread"
            case .star: value ? "star" : "unstar"
            }
        }
    }

    struct Mark: Hashable {
        var title: String
        var kind: Kind
    }

    private var values: [Mark: Bool] = [:]
    /// Marks whose last command was killed or failed: they may or may not exist.
    private var uncertain: Set<Mark> = []
    /// Marks that both machines changed before they synced: either value may win.
    private var contested: Set<Mark> = []
    /// Marks changed on the laptop, and on the desk, since their last sync.
    private var onLaptop: Set<Mark> = []
    private var onDesk: Set<Mark> = []

    /// Records a mark; nil means that the command was killed or failed.
    mutating func record(_ mark: Mark, _ value: Bool?, onLaptop isLaptop: Bool) {
        if isLaptop ? onDesk.contains(mark) : onLaptop.contains(mark) { contested.insert(mark) }
        if isLaptop { onLaptop.insert(mark) } else { onDesk.insert(mark) }
        if let value {
            values[mark] = value
            uncertain.remove(mark)
        } else {
            uncertain.insert(mark)
        }
    }

    mutating func synchronise() {
        onLaptop = []
        onDesk = []
    }

    func allows(_ value: Bool, for mark: Mark) -> Bool {
        contested.contains(mark) || uncertain.contains(mark) || values[mark, default: false] == value
    }
}
