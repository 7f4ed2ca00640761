import ArgumentParser
import Basics
import CProgram
import FeedModel
import FeedRefresh
import Foundation

/// Gets the secret of a new account: from the file that the person names, or typed on the terminal without echo and
/// stored in a file of mode 600.
struct SecretEntry {
    let paths: Paths
    let configuration: Configuration

    /// Returns the path of the secret's file; nil if `[[credentials]]` covers the address, or if the server needs none.
    func file(for account: NewAccount, given path: String?) throws -> String? {
        if let path { return try checked(path) }
        let isCovered = configuration.credentials.contains { $0.header == nil && $0.scope.covers(account.url) }
        if isCovered { return nil }
        // `lede serve` on this machine may require no token.
        guard Console.canPrompt else {
            if account.kind == .since { return nil }
            Console.printError("no secret: give --secret-file, or [[credentials]] in \(paths.configurationFile)")
            throw ExitCode.failure
        }
        let what = account.kind.secretName(hasUser: account.user != nil)
        let prompt = "\(what.prefix(1).uppercased() + what.dropFirst()) for \(ShownAddress.of(account.url)): "
        guard let secret = Self.typed(prompt), !secret.isEmpty else {
            if account.kind == .since { return nil }
            Console.printError("no secret given: nothing was added")
            throw ExitCode.failure
        }
        do {
            return try SecretFolder(paths.secrets).keep(secret)
        } catch {
            Console.printError("\(error)")
            throw ExitCode.failure
        }
    }

    private func checked(_ path: String) throws -> String {
        let folder = FileManager.default.currentDirectoryPath
        let absolute = HomeFolder.expanded(path, home: Paths.home, from: folder)
        do throws(CredentialError) {
            _ = try SecretSource.file(absolute).read()
        } catch {
            Console.printError("\(error)")
            throw ExitCode.failure
        }
        return absolute
    }

    /// Reads one line from the terminal, which does not show it.
    private static func typed(_ prompt: String) -> String? {
        guard cprogram_hide_typing() else { return nil }
        defer {
            cprogram_show_typing()
            Console.write(Array("\n".utf8), to: STDERR_FILENO)
        }
        Console.write(Array(prompt.utf8), to: STDERR_FILENO)
        return readLine()
    }
}
