/// The ways in which servers of the Google Reader API differ.
package enum ReaderVariation: String, CaseIterable, Sendable {
    /// Below /api/greader.php; ids are microseconds, in decimal form in lists and in long form in articles.
    case freshRSS
    /// Lists name ids in their long form.
    case longIDs
    /// Lists name ids as sixteen hexadecimal digits.
    case bareIDs
    /// Ids are negative; lists name them without sign.
    case unsignedIDs
    /// Ids are JSON numbers.
    case numericIDs
    /// Ids of 24 hexadecimal digits, which are not numbers (The Old Reader).
    case ownIDs
    /// Responses of 25 ids at most, and a continuation that is a number (an offset).
    case shortPages
    /// Responses of 25 ids at most; the next page begins with the last id of the one before.
    case repeatingPages
    /// A continuation after the last page as well.
    case endlessContinuation
    /// `null` for an empty list.
    case nullLists
    /// The user's number in place of the hyphen in the names of states and labels.
    case userNumbers
    /// The token for POST serves two requests.
    case shortTokens
    /// Articles name their stream by the feed's address.
    case streamsByAddress
    /// A response to the login in JSON; times as strings.
    case texts
    /// Labels of articles are refused with status 500, and a feed always has a folder (Miniflux). A request with
    /// unknown ids only is refused with 400 (earlier versions).
    case withoutLabels

    /// The path of the API.
    var base: String {
        switch self {
        case .freshRSS, .shortPages: "/api/greader.php"
        case .ownIDs: "/reader-service"
        default: ""
        }
    }

    var pageLimit: Int? { self == .shortPages || self == .repeatingPages ? 25 : nil }

    var tokenUses: Int? { self == .shortTokens ? 2 : nil }
}
