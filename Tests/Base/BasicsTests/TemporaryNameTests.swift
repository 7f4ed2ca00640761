import Basics
import Foundation
import Testing

@Suite struct TemporaryNameTests {
    @Test("A folder has a unique name of the expected length, and only its owner can access it")
    func folders() throws {
        let name = TemporaryName("lede-test", in: FileManager.default.temporaryDirectory.path)
        let folders = try (0..<2).map { _ in try #require(name.makeFolder()) }
        defer { for folder in folders { rmdir(folder) } }
        #expect(folders[0] != folders[1])
        for folder in folders {
            #expect(folder.utf8.count == name.template.utf8.count && folder.contains("/lede-test-"))
            var status = stat()
            #expect(stat(folder, &status) == 0 && status.st_mode == S_IFDIR | 0o700)
        }
    }

    @Test("A nameless file has no link, is private, and is closed in child processes")
    func files() {
        let descriptor = TemporaryName("lede-test", in: FileManager.default.temporaryDirectory.path).openNameless()
        defer { close(descriptor) }
        var status = stat()
        #expect(fstat(descriptor, &status) == 0 && status.st_nlink == 0 && status.st_mode == S_IFREG | 0o600)
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    }

    @Test("A missing folder is an error")
    func errors() {
        let name = TemporaryName("lede-test", in: "/nowhere/at/all")
        #expect(name.makeFolder() == nil && name.openNameless() == -1)
    }
}
