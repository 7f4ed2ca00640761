import Basics
package import FeedModel
import FoundationEssentials
import Markup
import ReaderUI

/// Notifies the person of new articles: with the configured command, with notify-send, or through the terminal.
package enum Notifier {
    /// A desktop notification.
    enum Channel: Equatable {
        case program
        /// An escape sequence for the terminal.
        case sequence(String)
    }

    /// Returns the channel of a notification; nil if the settings turn it off or there is none: tmux and screen do not
    /// pass notifications on.
    static func channel(
        _ notice: ArrivalNotice, _ desktop: NotifySettings.Desktop, environment: (String) -> String?,
        isInstalled: (String) -> Bool
    ) -> Channel? {
        let around = DesktopEnvironment(environment)
        let canRun = around.hasWindows && isInstalled("notify-send")
        switch desktop {
        case .off: return nil
        case .program: return .program
        case .auto where canRun: return .program
        case .auto where around.multiplexer != nil: return nil
        case .auto, .terminal: return .sequence(sequence(notice, term: environment("TERM") ?? ""))
        }
    }

    /// Returns OSC 777 for terminals that support only that, OSC 9 for all others.
    private static func sequence(_ notice: ArrivalNotice, term: String) -> String {
        let (heading, body) = (safe(notice.heading), safe(notice.body))
        let knows777 = ["rxvt", "foot"].contains { term.hasPrefix($0) }
        return knows777
            ? "\u{1B}]777;notify;lede: \(heading);\(body)\u{07}" : "\u{1B}]9;lede: \(heading): \(body)\u{07}"
    }

    /// Maximum length of a notification's text, in characters (default 200).
    private static let maximumTextLength = 200

    /// Removes control characters, and semicolons, which separate the fields of a sequence.
    static func safe(_ text: String) -> String {
        String(SafeText.line(String(text.prefix(maximumTextLength))).map { $0 == ";" ? "," : $0 })
    }

    /// Returns the command for notify-send. The body of a notification may contain markup, but no title may become a
    /// link or a picture.
    static func desktopWords(_ notice: ArrivalNotice) -> [String] {
        let body = safe(notice.body).escaped(for: .content)
        return ["notify-send", "--app-name=lede", "--", "lede: \(safe(notice.heading))", body]
    }

    static func arguments(_ notice: ArrivalNotice) -> [String] {
        [safe(notice.title), String(notice.count), safe(notice.feed)]
    }

    /// Returns the current minute of the day, in the person's time zone.
    static func minute() -> Int {
        let clock = Clock.system()
        return Int(saturating: clock.now.timeIntervalSince(clock.midnight) / 60)
    }

    /// Reports a refresh outside the reader and waits for the commands. It never writes to the terminal.
    ///
    /// - Returns: the problems, one line for each command that failed.
    package static func notifyAndWait(_ notice: ArrivalNotice, _ settings: NotifySettings) -> [String] {
        guard settings.allowsNotification(minute: minute()) else { return [] }
        var commands: [[String]] = []
        if let command = settings.command { commands.append(command.invocation(with: arguments(notice))) }
        let channel = channel(
            notice, settings.desktop, environment: EnvironmentVariable.value, isInstalled: ExternalCommand.isInstalled)
        if channel == .program { commands.append(desktopWords(notice)) }
        return commands.compactMap { words -> String? in
            switch ForegroundProgram.run(words, input: "") {
            case 0: nil
            case ExitStatus.notFound: "the notification was not sent: \(words[0]) cannot be run"
            case let status: "the notification was not sent: \(words[0]) exited with status \(status)"
            }
        }
    }
}

/// Settings of notifications about new articles.
package struct NotifySettings: Equatable, Sendable {
    package enum Desktop: String, CaseIterable, Sendable {
        case off
        /// notify-send if there is a desktop, or else the terminal.
        case auto
        case terminal
        case program = "notify-send"
    }

    /// The command to run, with the title, the count and the feed as arguments.
    package var command: ExternalCommand?
    package var desktop = Desktop.off
    /// The hours without notifications, as the person wrote them.
    package var quiet: String?

    package init() {}

    /// True if notifications are sent at all.
    package var isOn: Bool { command != nil || desktop != .off }

    /// True if a notification may be sent at a minute of the day.
    func allowsNotification(minute: Int) -> Bool {
        guard isOn else { return false }
        return quiet.flatMap(QuietHours.init)?.contains(minute) != true
    }
}

/// A part of each day: `22:00-07:00`.
package struct QuietHours: Equatable, Sendable {
    /// Minutes since midnight; the end is exclusive.
    let start: Int
    let end: Int

    package init?(_ text: String) {
        let times = text.split(separator: "-", omittingEmptySubsequences: false).map { TimeOfDay.minutes($0) }
        guard times.count == 2, let start = times[0], let end = times[1], start != end else { return nil }
        (self.start, self.end) = (start, end)
    }

    func contains(_ minute: Int) -> Bool {
        start < end ? start..<end ~= minute : minute >= start || minute < end
    }
}
