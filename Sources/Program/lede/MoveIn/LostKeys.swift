import ReaderUI

extension Keymap {
    /// One line for each command whose default keys all run other commands here. The lines leave out arguments, which
    /// may hold secrets.
    var lostKeys: [String] {
        CommandTable.entries.filter { !$0.keys.isEmpty && notations(for: $0.command).isEmpty }.map { entry in
            let uses = entry.keys.map { "\($0) runs \(commands(of: $0))" }
            return "\(entry.command.rawValue) has no key left, type :\(entry.command.rawValue); "
                + uses.joined(separator: ", ")
        }
    }

    private func commands(of notation: String) -> String {
        guard let sequence = Keymap.sequence(notation) else { return "nothing" }
        switch match(sequence) {
        case .action(let action), .prefix(let action?): return action.map(\.command.rawValue).joined(separator: " and ")
        case .prefix, .none: return "nothing"
        }
    }
}
