import Foundation
import Testing

extension EndToEnd {
    @Suite(.enabled(if: Program.canIsolate, "No user namespaces here"))
    struct LibraryCheckTests {
        @Test("A check that fails because the disk is read-only does not report damage or advise a repair")
        func readOnlyDisk() throws {
            let home = try TemporaryHome()
            let list = "https://a.example/\n"
            #expect(try Program.lede(["import", "-"], home: home.url, input: list).status == 0)
            let disk = SmallDisk("20M", copying: home)
            let result = try disk.run(
                """
                mount -o remount,ro '\(disk.path)'
                '\(Program.path)' check 2>&1 || echo "status $?"
                mount -o remount,rw '\(disk.path)'
                '\(Program.path)' check
                """)
            let lines = result.output.split(separator: "\n")
            #expect(lines.first?.hasPrefix("lede: the library cannot be checked: ") == true, "\(result)")
            #expect(lines.dropFirst() == ["status 1", "the library is undamaged"])
        }

        @Test("Files that cannot be read or created are reported with the system's reason")
        func permissions() throws {
            let home = try TemporaryHome()
            let list = "https://a.example/\n"
            #expect(try Program.lede(["import", "-"], home: home.url, input: list).status == 0)
            let disk = SmallDisk("20M", copying: home)
            let unprivileged = "setpriv --bounding-set=-all --inh-caps=-all '\(Program.path)'"
            let result = try disk.run(
                """
                chmod 500 '\(disk.path)/data'
                \(unprivileged) pack 2>&1 || true
                chmod 0 '\(disk.path)/data/library.sqlite'
                \(unprivileged) check 2>&1 || true
                rm -rf '\(disk.path)/cache'
                mkdir -m 500 '\(disk.path)/cache'
                \(unprivileged) cache 2>&1 || true
                """)
            for file in ["data/aboard", "data/library.sqlite", "cache/cache.sqlite"] {
                #expect(result.output.contains("/\(file): permission denied\n"), "\(result)")
            }
        }
    }
}
