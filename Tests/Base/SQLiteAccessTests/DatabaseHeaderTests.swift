import Foundation
import GRDB
import SQLiteAccess
import TestFolders
import Testing

@Suite struct DatabaseHeaderTests {
    @Test("The header has the numbers that SQLite wrote; a short file has no header")
    func numbers() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/database.sqlite"
        let pages = try DatabaseQueue(path: path).inDatabase { database in
            try database.execute(
                sql: "CREATE TABLE t(x); PRAGMA application_id = 0x6C656465; PRAGMA user_version = 7")
            return try Int.fetchOne(database, sql: "PRAGMA page_count")
        }
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).prefix(DatabaseHeader.length))
        let header = DatabaseHeader(bytes)
        #expect(header.applicationID == 0x6C65_6465 && header.userVersion == 7 && header.pages == pages)
        #expect(DatabaseHeader([]).applicationID == 0)
    }
}
