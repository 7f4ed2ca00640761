import FeedModel
import Foundation
import Glibc
import TestFolders
import Testing

@testable import FeedRefresh

@Suite struct SecretFolderTests {
    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("Each secret has a file of its own, which only its owner can read")
    func keeping() throws {
        let temporary = try TemporaryFolder()
        let folder = SecretFolder(temporary.path + "/secrets")
        let files = try [folder.keep("hush"), folder.keep("hush")]
        #expect(Set(files).count == 2 && mode(folder.path) == 0o700)
        for file in files {
            #expect(mode(file) == 0o600)
            #expect(try SecretSource.file(file).read() == "hush")
        }
    }

    @Test("The token of a login has a private file, and is for one address and one user only")
    func token() throws {
        let temporary = try TemporaryFolder()
        let sessions = SessionFiles(folder: temporary.path + "/tokens")
        var account = SyncAccount(id: AccountID(rawValue: 7), kind: .greader, url: "https://a.example/", user: "me")
        sessions.keep("login-token", of: account)
        #expect(sessions.token(of: account) == "login-token")
        #expect(mode(temporary.path + "/tokens") == 0o700 && mode(temporary.path + "/tokens/account-7") == 0o600)
        account.user = "you"
        #expect(sessions.token(of: account) == nil)
        (account.user, account.url) = ("me", "https://b.example/")
        #expect(sessions.token(of: account) == nil)
        sessions.keep(nil, of: account)
        #expect(mode(temporary.path + "/tokens/account-7") == nil)
    }

    @Test("Only files of the folder are removed: the person's own files stay")
    func dropping() throws {
        let temporary = try TemporaryFolder()
        let folder = SecretFolder(temporary.path + "/secrets")
        let kept = try folder.keep("hush")
        let own = try SecretFolder(temporary.path + "/secrets of mine").keep("hush")
        for file in [own, nil, kept] { folder.drop(file) }
        #expect(mode(own) == 0o600 && mode(kept) == nil)
    }
}
