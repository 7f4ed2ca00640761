import HTTPCache
import HTTPTransport
import HTTPTypes
import Markup

/// The result of fetching the page that an article links to.
package enum LinkedPage: Equatable, Sendable {
    /// Its main text is in the library.
    case readable
    /// The article has no page.
    case noAddress
    /// The page has no main text worth reading on its own.
    case noMainText
    /// The address leads to a file of another media type, such as a PDF document.
    case noPage(mediaType: String)
    /// Offline, and the page was never fetched.
    case notAvailableOffline
    /// Its server cannot be reached now; one line for a person. A retry may succeed.
    case unreached(String)
    /// Its server's certificate is not trusted, as behind a hotspot; one line for a person.
    case untrusted(String)
    /// Another page arrived in its place: a login, or a hotspot's welcome page. It does not replace a text.
    case wantsLogin
    /// The page was not requested: no secret may be sent before the person has repaired the configuration.
    case withheld
    /// The library cannot be written. A retry may succeed.
    case notWritten
    /// Its server fails, or asks for a pause; one line for a person. A retry may succeed.
    case failing(String)
    /// One line for a person.
    case failed(String)

    /// The `Accept` field of a request for a page.
    package static let acceptedTypes = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
}

extension LinkedPage {
    /// The reason why there is no text, in words; nil if there is a text.
    package var words: String? {
        switch self {
        case .readable: nil
        case .noAddress: "the article has no address"
        case .noMainText: "no article was found on the page"
        case .noPage(let mediaType): "the address leads to a file (\(mediaType)), not to a page"
        case .notAvailableOffline: TransportError.notAvailableOffline
        case .unreached(let reason), .untrusted(let reason), .failing(let reason), .failed(let reason):
            Self.words(for: reason)
        case .withheld: Self.words(for: CredentialError.withheld.description)
        case .notWritten: Self.words(for: FeedService.notWritten)
        case .wantsLogin: "the page requires a login"
        }
    }

    private static func words(for reason: String) -> String { "the page cannot be fetched: \(reason)" }

    /// Maximum length of a media type in a message, in characters.
    private static let maximumMediaTypeLength = 60

    /// The outcome for a response without a text.
    init(withoutText head: HTTPResponse) {
        let contentType = head.headerFields[.contentType]
        if head.status.code == 511 {
            // A hotspot answered, not the page's server (RFC 6585 §6).
            self = .wantsLogin
        } else if head.status.code != 200 {
            let mayRecover = head.status.asksForPause || head.status.kind == .serverError
            self = mayRecover ? .failing(head.status.line) : .failed(head.status.line)
        } else if let contentType, !contentType.isEmpty, !FeedService.mayBePage(contentType) {
            let mediaType = SafeText.line(String(contentType.prefix { $0 != ";" })).lowercased()
            self = .noPage(mediaType: String(mediaType.prefix(Self.maximumMediaTypeLength)))
        } else {
            self = .noMainText
        }
    }

    init(_ error: CredentialError) {
        self = error == .withheld ? .withheld : .failed(error.description)
    }

    init(_ error: CacheError) {
        if case .transport(let failure) = error, failure.cause == .untrusted {
            self = .untrusted(error.description)
            return
        }
        switch ExchangeFailure(error) {
        case .offline: self = .notAvailableOffline
        case .disconnected: self = .unreached(error.description)
        case .cancelled, .tooLarge, .other: self = .failed(error.description)
        }
    }
}
