import FeedModel
import ReaderUI
import TerminalDriver

/// The pictures of the frames. They are requested with a frame, and handled after it is painted.
final class FramePictures {
    /// Nil if the terminal shows no pictures.
    private let presenter: PicturePresenter?
    private let environment: [String: String]
    private var areWanted = false
    /// The pictures to show after the frame.
    private var waiting: (requests: [PictureRequest], kept: Set<String>)?

    init(_ presenter: PicturePresenter?, environment: [String: String]) {
        self.presenter = presenter
        self.environment = environment
    }

    /// - Parameter kept: the addresses of the pictures that are still needed.
    func request(_ requests: [PictureRequest], keeping kept: Set<String>) {
        if !requests.isEmpty { areWanted = true }
        let before = waiting?.requests.filter { kept.contains($0.address) && !requests.contains($0) } ?? []
        waiting = (requests + before, kept)
    }

    func fetch(_ addresses: [String], of feed: SubscriptionID?, kilobytes: Int) {
        presenter?.load(addresses, of: feed, kilobytes: kilobytes)
    }

    /// Returns the `data:` address of a stored picture.
    func dataAddress(of address: String) -> String? {
        presenter?.dataAddress(of: address)
    }

    /// Sends the data that the pictures of the next frame need.
    func send(to terminal: any ReaderTerminal) {
        guard areWanted, let bytes = presenter?.dequeueOutgoing(), !bytes.isEmpty else { return }
        terminal.send(bytes)
    }

    /// Handles pictures after a frame: asks the terminal about its picture support when the first picture is requested,
    /// and paints the big picture if it is not made of cells.
    func show(in state: State, on terminal: any ReaderTerminal) {
        guard areWanted, let presenter else { return }
        let known = terminal.pictures
        let style = state.settings.pictures
        // The replies of tmux or screen do not describe the outer terminal.
        let isNested = DesktopEnvironment { environment[$0] }.multiplexer != nil
        let mayAsk = !isNested && !known.inquiry.isDone && !known.inquiry.isReplyDue
        if mayAsk, style == .auto || style == .sixel {
            terminal.inquire(mayHavePlaceholders: known.countsPlaceholders)
        }
        presenter.use(PictureSupport(known, style, environment: environment))
        if let waiting { presenter.show(waiting.requests, keeping: waiting.kept) }
        waiting = nil
        guard let big = state.pictures.big, case .shown(let cells) = big.outcome,
            let sixel = presenter.dequeueSixel(of: big.address)
        else { return }
        let origin = BigPictureView.origin(of: cells.size, on: state.size)
        let cursor = "\u{1B}7\u{1B}[\(origin.row + 1);\(origin.column + 1)H"
        terminal.send(Array(cursor.utf8) + sixel.bytes + Array("\u{1B}8".utf8))
    }

    /// Makes the terminal delete the pictures sent to it.
    func forget(on terminal: any ReaderTerminal) {
        guard areWanted, let bytes = presenter?.deletionBytes(), !bytes.isEmpty else { return }
        terminal.send(bytes)
    }
}
