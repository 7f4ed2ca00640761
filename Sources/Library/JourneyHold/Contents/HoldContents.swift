package import FeedModel
package import FoundationEssentials
import GRDB

/// 128 bits that identify a content. If two contents have the same digest, the second is stored under another.
package struct ContentDigest: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    fileprivate var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }
}

/// The cost of an exchange, which is settled together with its result.
package struct ExchangeCost: Equatable, Sendable {
    /// Received bytes that are not settled yet, including those of an earlier process's part.
    package var bytes: Int64
    package var isEnclosure: Bool

    package init(bytes: Int64, isEnclosure: Bool = false) {
        self.bytes = bytes
        self.isEnclosure = isEnclosure
    }
}

/// The reason why an address is not aboard, for good or until the next journey.
package enum Missing: Equatable, Sendable {
    case unavailable(String)
    case refused(String)

    package var note: String {
        switch self {
        case .unavailable(let note), .refused(let note): note
        }
    }

    fileprivate var state: AddressState {
        switch self {
        case .unavailable: .unavailable
        case .refused: .refused
        }
    }
}

// Each object is one transaction: its contents, its address, the needs that it adds, and its cost in bytes.
extension Hold {
    package func store(
        _ body: [UInt8], digest: ContentDigest, type: String?, for address: AddressID, cost: ExchangeCost,
        at now: Date
    ) throws(HoldError) {
        try write { database in
            let object = try database.object(body, digest: digest, type: type)
            try database.cachedStatement(
                sql: "UPDATE address SET state = 1, object = ?, size = ?, changed = ?, note = NULL WHERE id = ?"
            ).execute(arguments: [object, body.count, now.timeIntervalSince1970, address.rawValue])
            try database.forgetPart(of: address)
            try database.settle(cost)
        }
        parts.remove(address)
    }

    /// Marks a page that the library has stored, and queues the pictures that its articles show.
    ///
    /// - Returns: the addresses that are wanted now and were not before.
    package func storePage(
        _ address: AddressID, pictures: [ArticleID: [PackedNeed]], cost: ExchangeCost, at now: Date
    ) throws(HoldError) -> [WantedAddress] {
        try write { database in
            try database.cachedStatement(
                sql: "UPDATE address SET state = 1, changed = ?, note = NULL WHERE id = ?"
            ).execute(arguments: [now.timeIntervalSince1970, address.rawValue])
            var urls: Set<String> = []
            for (article, needs) in pictures {
                for need in needs {
                    try database.cachedStatement(
                        sql: "INSERT INTO address (url) VALUES (?) ON CONFLICT (url) DO NOTHING"
                    ).execute(arguments: [need.url])
                    try database.addNeed(of: article, need)
                    urls.insert(need.url)
                }
            }
            try database.settle(cost)
            return try urls.flatMap { try database.wanted("url = ?", [$0]) }
        }
    }

    /// Marks an address as missing; this journey does not ask for it again.
    package func miss(
        _ address: AddressID, _ missing: Missing, cost: ExchangeCost, at now: Date
    ) throws(HoldError) {
        try write { database in
            try database.execute(
                sql: "UPDATE address SET state = ?, note = ?, changed = ? WHERE id = ?",
                arguments: [missing.state.rawValue, missing.note, now.timeIntervalSince1970, address.rawValue])
            try database.forgetPart(of: address)
            try database.settle(cost)
        }
        parts.remove(address)
    }

    /// Settles the cost of an interrupted or deferred exchange; its part stays.
    package func settle(_ cost: ExchangeCost, part: (address: AddressID, length: Int64)?) throws(HoldError) {
        try write { database in
            try database.settle(cost)
            if let part {
                try database.execute(
                    sql: "UPDATE address SET counted = ? WHERE id = ?",
                    arguments: [part.length, part.address.rawValue])
            }
        }
    }

    /// The size of all stored pictures, in bytes.
    package func storedBytes() throws(HoldError) -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT coalesce(sum(size), 0) FROM object") ?? 0 }
    }
}

extension Database {
    /// Returns the number of this content; stores it if it is new.
    fileprivate func object(_ body: [UInt8], digest: ContentDigest, type: String?) throws -> Int64 {
        var digest = digest
        while let row = try Row.fetchOne(
            cachedStatement(sql: "SELECT id, body FROM object WHERE digest = ?"), arguments: [digest.blob])
        {
            let isSame = try row.withUnsafeData(atIndex: 1) { stored in
                stored.map { $0.elementsEqual(body) } ?? body.isEmpty
            }
            if isSame { return row[0] }
            digest.low &+= 1
        }
        try cachedStatement(sql: "INSERT INTO object (digest, size, type, body) VALUES (?, ?, ?, ?)")
            .execute(arguments: [digest.blob, body.count, type, Data(body)])
        return lastInsertedRowID
    }

    fileprivate func forgetPart(of address: AddressID) throws {
        try cachedStatement(
            sql: "UPDATE address SET validator = NULL, boot = NULL, whole = NULL, synced = 0, counted = 0 WHERE id = ?"
        ).execute(arguments: [address.rawValue])
    }

    func settle(_ cost: ExchangeCost) throws {
        guard cost.bytes != 0 else { return }
        let column = cost.isEnclosure ? "enclosuresSpent" : "spent"
        try cachedStatement(
            sql: "UPDATE journey SET \(column) = \(column) + ? WHERE id = (SELECT max(id) FROM journey)"
        ).execute(arguments: [cost.bytes])
    }
}

extension ContentDigest {
    fileprivate var blob: Data { Data(bytes) }
}
