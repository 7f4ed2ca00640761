import GRDB

/// The new position of an enclosure in the queue.
package enum EnclosureMove: Equatable, Sendable {
    case first, earlier, later
}

// The order of the queue: the enclosures that the person moved, then the others by the positions of their articles.
extension PackStore {
    /// Returns the enclosures still to be fetched, in order, except paused ones.
    package func wantedEnclosures() throws(PackStoreError) -> [WantedAddress] {
        try read {
            try $0.wanted("stage = \(PackingStage.enclosure.rawValue) AND address.isPaused = 0", [])
        }
    }

    /// Moves an enclosure among those still to be fetched. Returns false if it is not one of them.
    package func move(_ id: AddressID, _ move: EnclosureMove) throws(PackStoreError) -> Bool {
        var order = try enclosures().filter { $0.state == .waiting || $0.state == .paused }.map(\.id)
        guard let from = order.firstIndex(of: id) else { return false }
        order.remove(at: from)
        let to =
            switch move {
            case .first: 0
            case .earlier: max(0, from - 1)
            case .later: min(order.count, from + 1)
            }
        order.insert(id, at: to)
        try write { database in
            try database.execute(sql: "UPDATE address SET note = NULL WHERE id = ?", arguments: [id.rawValue])
            for (position, id) in order.enumerated() {
                try database.cachedStatement(sql: "UPDATE address SET place = ? WHERE id = ?")
                    .execute(arguments: [position, id.rawValue])
            }
        }
        return true
    }
}
