import ArticleStorage
import Foundation
import Synchronization
import TestFolders
import Testing

@testable import ReaderEngine

/// Tests the follower with a real socket and a scripted player.
@Suite struct PlayerFollowerTests {
    private final class Kept: Sendable {
        private let playbacks = Mutex<[Playback]>([])
        private let arrival = DispatchSemaphore(value: 0)

        func keep(_ playback: Playback) {
            playbacks.withLock { $0.append(playback) }
            arrival.signal()
        }

        /// Returns the next position that is stored.
        func next() throws -> Playback {
            guard arrival.wait(timeout: .now() + 20) == .success else { throw ScriptedPlayer.Failure() }
            return playbacks.withLock { $0.removeFirst() }
        }
    }

    private let folder: TemporaryFolder
    private let kept = Kept()

    init() throws {
        // The path of a socket has at most 107 bytes.
        folder = try TemporaryFolder(in: URL(fileURLWithPath: "/tmp"))
    }

    private func follower(from known: Playback? = nil) throws -> (follower: PlayerFollower, player: ScriptedPlayer) {
        let folders = ["relative", "/nonexistent", folder.path]
        let made = PlayerFollower(of: "/episode.mp3", from: known, in: folders) { [kept] in kept.keep($0) }
        let follower = try #require(made)
        let path = try #require(follower.options.first?.split(separator: "=").last)
        return (follower, try ScriptedPlayer(at: String(path)))
    }

    private static let file = #"{"event":"property-change","id":1,"name":"path","data":"/episode.mp3"}"#
    private static let duration = #"{"event":"property-change","id":3,"name":"duration","data":100.0}"#

    private static func position(_ seconds: Double) -> String {
        "{\"event\":\"property-change\",\"id\":2,\"name\":\"time-pos\",\"data\":\(seconds)}"
    }

    @Test("The position of a killed player is the last one it reported")
    func killed() throws {
        let (follower, player) = try follower()
        #expect(follower.options.count == 1, "without a stored position the player chooses where it begins")
        follower.start()
        #expect(
            player.accept(lines: 4) == [
                #"{"command":["observe_property",1,"path"]}"#, #"{"command":["observe_property",2,"time-pos"]}"#,
                #"{"command":["observe_property",3,"duration"]}"#,
                #"{"command":["observe_property",4,"eof-reached"]}"#,
            ])
        player.say(Self.file, Self.duration, Self.position(12))
        #expect(try kept.next() == Playback(position: 12, duration: 100, isOpen: true))
        player.say(String(repeating: "x", count: 50_000), "{", Self.position(1e12), Self.position(14))
        player.die()
        #expect(try kept.next() == Playback(position: 14, duration: 100))
        let socket = try #require(follower.options.first?.split(separator: "=").last).dropLast(4)
        for _ in 0..<200 where access(String(socket), F_OK) == 0 { usleep(10_000) }
        #expect(access(String(socket), F_OK) != 0, "its folder is removed")
    }

    @Test("Only this user can access the folder of the socket")
    func privacy() throws {
        let (follower, player) = try follower()
        let folder = try #require(follower.options.first?.split(separator: "=").last).dropLast(4)
        var status = stat()
        #expect(stat(String(folder), &status) == 0 && status.st_mode & 0o777 == 0o700)
        follower.end()
        follower.start()
        for _ in 0..<200 where access(String(folder), F_OK) == 0 { usleep(10_000) }
        #expect(access(String(folder), F_OK) != 0, "a player that cannot start leaves nothing behind")
        player.die()
    }

    @Test("A socket that a killed lede left is removed; the socket of a running player stays")
    func oldSockets() throws {
        let (first, dead) = try follower()
        let old = try #require(first.options.first?.split(separator: "=").last)
        let (second, playing) = try follower()
        let used = try #require(second.options.first?.split(separator: "=").last)
        dead.die()
        #expect(access(String(old), F_OK) == 0)
        let (third, other) = try follower()
        #expect(access(String(old), F_OK) != 0 && access(String(used), F_OK) == 0)
        withExtendedLifetime((first, second, third)) {}
        playing.die()
        other.die()
    }

    @Test("The socket of a player that is stopped stays, and nothing waits for it")
    func stoppedPlayer() throws {
        let (first, stopped) = try follower()
        let path = try #require(first.options.first?.split(separator: "=").last)
        // Each connection only tests if a player listens. The player accepts none of them, and its queue has room for
        // two.
        for _ in 0..<4 { #expect(PlayerSocket(in: [folder.path]) != nil) }
        #expect(access(String(path), F_OK) == 0)
        stopped.die()
    }

    @Test("Folders of other users are left alone, however long their names are, and links are not followed")
    func foreignFolders() throws {
        let parent = folder.path
        let long = parent + "/lede-player-" + String(repeating: "A", count: 200)
        let linked = parent + "/linked"
        for player in [long, linked] {
            try FileManager.default.createDirectory(atPath: player, withIntermediateDirectories: false)
            try Data().write(to: URL(fileURLWithPath: player + "/mpv"))
        }
        let link = parent + "/lede-player-linked"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: linked)
        let socket = try #require(PlayerSocket(in: [parent]))
        #expect(access(long + "/mpv", F_OK) == 0 && access(linked + "/mpv", F_OK) == 0)
        socket.remove()
    }

    @Test("The player begins at the stored position, and a finished file at its beginning")
    func start() throws {
        let known = Playback(position: 23.9, duration: 100)
        #expect(try follower(from: known).follower.options.last == "--start=23")
        let finished = Playback(position: 0, duration: 100, isFinished: true)
        #expect(try follower(from: finished).follower.options.last == "--start=0")
        let command = ExternalCommand(words: ["/usr/bin/mpv", "--no-video"], usesTerminal: true)
        let words = command.followed(by: try follower(from: known).follower).words
        #expect(words[0] == "/usr/bin/mpv" && words[1].hasPrefix("--input-ipc-server=\(folder.path)/lede-player-"))
        #expect(words.dropFirst(2) == ["--start=23", "--save-position-on-quit", "--no-video"])
        #expect(command.canBeFollowed)
        for own in [["vlc"], ["mpv", "--input-ipc-server=/tmp/own"], ["mpv", "--start=10"]] {
            #expect(!ExternalCommand(words: own).canBeFollowed)
        }
    }

    @Test("After a player that outlived lede, its own position counts, otherwise the stored one")
    func openEnd() throws {
        let known = Playback(position: 40, duration: 100, isOpen: true)
        let (follower, player) = try follower(from: known)
        #expect(follower.options.count == 1)
        follower.start()
        _ = player.accept(lines: 4)
        player.say(Self.file, Self.duration, Self.position(0))
        #expect(player.read(lines: 1) == [#"{"command":["seek",40,"absolute"]}"#])
        player.die()
        let (second, other) = try self.follower(from: known)
        second.start()
        _ = other.accept(lines: 4)
        other.say(Self.file, Self.duration, Self.position(55))
        _ = try kept.next()
        other.say(Self.position(56))
        other.die()
        var last = try kept.next()
        while last.isOpen || last.position < 55 { last = try kept.next() }
        #expect(last == Playback(position: 56, duration: 100))
    }
}
