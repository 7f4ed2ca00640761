import ReaderUI
import TOMLReading

// Reads `[keys]` and the tables of single columns, such as `[keys.articles]`.
extension Configuration {
    /// Reads `"keys" = "command"`, or a list of commands (a macro); an empty text removes the binding.
    mutating func readKeys(_ notation: String, _ value: TOMLValue) -> String? {
        if let table = value.table { return readKeys(ofColumn: notation, table) }
        guard let keys = Keymap.sequence(notation) else { return Self.noKey(notation) }
        switch Self.action(value) {
        case .success(let action):
            bind { $0.bind(keys, to: action) }
            boundKeys[notation] = action
            return nil
        case .failure(let problem): return problem.message
        }
    }

    /// Reads `[keys.articles]`, the keys of one column. The first error is reported, and the other keys apply.
    private mutating func readKeys(ofColumn name: String, _ table: TOMLTable) -> String? {
        guard let column = Column.allCases.first(where: { $0.name == name }) else {
            let known = Column.allCases.map(\.name).joined(separator: ", ")
            return "there is no column \(name); the columns are \(known)"
        }
        var problem: String?
        for (notation, value) in table {
            guard let keys = Keymap.sequence(notation) else {
                problem = problem ?? Self.noKey(notation)
                continue
            }
            switch Self.action(value) {
            case .success(let action):
                bind { $0.bind(keys, to: action, in: column) }
                boundColumnKeys[name, default: [:]][notation] = action
                let position = table.position(of: notation)
                sources["keys.\(name).\(notation)"] = position.map(ConfigurationProblem.Position.init)
            case .failure(let failure): problem = problem ?? "\(notation): \(failure.message)"
            }
        }
        return problem
    }

    private static func noKey(_ notation: String) -> String {
        "\(notation) is not a key (`lede help keys` names them)"
    }

    private mutating func bind(_ change: (inout Keymap) -> Void) {
        var keymap = ownKeymap ?? .standard
        // A second reference to the keymap would make the change copy its dictionaries.
        ownKeymap = nil
        change(&keymap)
        ownKeymap = keymap
    }

    private static func action(_ value: TOMLValue) -> Result<Keymap.Action, KeyProblem> {
        let texts = value.array?.map(\.string) ?? [value.string]
        let lines = texts.compactMap(\.self)
        guard lines.count == texts.count else {
            return .failure(KeyProblem(message: "a key takes a command or a list of commands, in quotes"))
        }
        var action: Keymap.Action = []
        for line in lines where !line.isEmpty {
            guard let invocation = Invocation(line: line) else {
                let name = String(line.prefix { $0 != " " })
                let hint = Command.nearest(to: name).map { "did you mean “\($0)”?" } ?? "`lede keys` lists them"
                return .failure(KeyProblem(message: "there is no command \(name) (\(hint))"))
            }
            if let problem = invocation.problem { return .failure(KeyProblem(message: problem)) }
            action.append(invocation)
        }
        return .success(action)
    }
}
