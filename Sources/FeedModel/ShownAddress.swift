/// An address as it may be shown, logged and handed to other programs: without the `user:password@` that may stand in it.
public enum ShownAddress {
    public static func of(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let authority = url[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<scheme.upperBound] + url[url.index(after: at)...])
    }
}
