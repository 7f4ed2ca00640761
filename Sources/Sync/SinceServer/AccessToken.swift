import Basics

/// The secret that clients on other machines send, kept in a file that only its owner may read.
package struct AccessToken: Sendable {
    private let bytes: [UInt8]

    /// Minimum length of a token, in characters.
    private static let minimumLength = 16
    private static let maximumSize = 4_096

    /// - Parameter path: the file that holds the token.
    /// - Throws: `AccessTokenError.unusable` for a token that is too short, or not of visible ASCII characters.
    private init(_ text: String, from path: String) throws(AccessTokenError) {
        guard text.utf8.count >= Self.minimumLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .unusable("\(path): a token has at least \(Self.minimumLength) characters, and no spaces")
        }
        bytes = Array(text.utf8)
    }

    /// Reads the token from a file. If the file is missing, creates it with a new token of 256 random bits.
    package init(file path: String) throws(AccessTokenError) {
        let made = (0..<4).map { _ in Hexadecimal.digits(UInt64.random(in: .min ... .max)) }.joined()
        do throws(NewFile.Failure) {
            try NewFile.write(made + "\n", to: path, mode: 0o600)
        } catch {
            guard error.isTaken else { throw .unusable("\(path) \(error)") }
            try self.init(Self.content(of: path), from: path)
            return
        }
        try self.init(made, from: path)
    }

    private static func content(of path: String) throws(AccessTokenError) -> String {
        do throws(BoundedFile.Problem) {
            let file = try BoundedFile(path, atMost: maximumSize, access: .ownerOnly, excess: .ignored)
            return String(decoding: file.bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        } catch {
            throw .unusable(
                error == .exposed
                    ? "\(path) can be read by others: chmod 600 \(path)" : "\(path) cannot be read: \(error)")
        }
    }

    /// Compares in constant time, so that the time does not reveal how much of the text is right.
    func isEqual(to text: String) -> Bool {
        let other = Array(text.utf8)
        var difference = UInt8(bytes.count == other.count ? 0 : 1)
        for index in bytes.indices {
            difference |= bytes[index] ^ (index < other.count ? other[index] : 0)
        }
        return difference == 0
    }
}

/// The reason why there is no token.
package enum AccessTokenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One line for the user.
    case unusable(String)

    package var description: String {
        switch self {
        case .unusable(let reason): reason
        }
    }
}
