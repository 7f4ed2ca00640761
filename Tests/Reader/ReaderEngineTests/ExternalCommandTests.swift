import Testing

@testable import ReaderEngine

@Suite struct ExternalCommandTests {
    @Test(
        "The parser splits a command at blanks outside quotes",
        arguments: [
            ("firefox", ["firefox"]), ("firefox  --new-tab %u", ["firefox", "--new-tab", "%u"]),
            (#"'/opt/My Browser/run' "a b" c\ d"#, ["/opt/My Browser/run", "a b", "c d"]), ("a \"\"", ["a", ""]),
            (#"x 'a | b'"#, ["x", "a | b"]), ("", []), ("a\tb", ["a", "b"]),
            (#"sh -c "echo \"hi\"""#, ["sh", "-c", #"echo "hi""#]),
        ])
    func words(_ line: String, _ words: [String]) throws {
        #expect(try ExternalCommand(line: line).words == words)
    }

    @Test(
        "Shell syntax is refused",
        arguments: ["echo %u >> f", "a | b", "a; b", "a && b", "a $HOME", "a `b`", "a --app=%u", "sh -c 'a %u'"])
    func shell(_ line: String) {
        #expect(throws: ExternalCommand.NeedsShell.self) { try ExternalCommand(line: line) }
    }

    @Test("Quotation marks in EDITOR and BROWSER join words")
    func quotedVariables() {
        #expect(ExternalCommand(editor: "emacsclient -t -a ''")?.words == ["emacsclient", "-t", "-a", ""])
        #expect(ExternalCommand(editor: "'/opt/my editor' -w")?.words == ["/opt/my editor", "-w"])
        #expect(ExternalCommand(editor: " ") == nil)
        #expect(ExternalCommand(browser: "firefox -P 'my own' %s")?.words == ["firefox", "-P", "my own", "%s"])
        #expect(ExternalCommand(browser: " ") == nil)
    }

    @Test(
        "From a list of browsers the first one that is installed is used",
        arguments: [
            ("firefox:w3m -M", ["w3m", "-M"]), ("firefox:links:w3m", ["links"]), ("/opt/x:/bin/y", ["/bin/y"]),
            ("w3m -o proxy=http://p:80", ["w3m", "-o", "proxy=http://p:80"]), (":links", ["links"]),
            ("firefox:chromium", ["firefox:chromium"]), ("firefox", ["firefox"]),
        ])
    func browsers(_ variable: String, _ words: [String]) {
        let installed: Set = ["w3m", "links", "/bin/y"]
        #expect(ExternalCommand(browser: variable, isInstalled: installed.contains)?.words == words)
    }

    @Test("A program counts as installed if it is found by PATH or by its own path")
    func installed() {
        #expect(ExternalCommand.isInstalled("sh") && ExternalCommand.isInstalled("/bin/sh"))
        #expect(!ExternalCommand.isInstalled("/bin/no-such-program") && !ExternalCommand.isInstalled("/bin/sh/x"))
    }

    @Test("Feed data becomes arguments, never part of a shell command")
    func invocation() {
        let url = "https://example.org/$(touch x)"
        func invocation(_ words: String...) -> [String] { ExternalCommand(words: words).invocation(with: [url]) }
        #expect(invocation("w3m") == ["w3m", url])
        #expect(invocation("w3m", "%u", "-x") == ["w3m", url, "-x"])
        #expect(invocation("sh", "-c", "echo %u") == ["sh", "-c", "echo %u", "lede", url])
    }

    @Test("Feed data that begins with a hyphen is not an option")
    func hyphens() {
        for (words, values, expected) in [
            (["mpv", "-x"], ["--script=a"], ["mpv", "-x", " --script=a"]),
            (["mpv", "%u", "-x"], ["-a", "b-c"], ["mpv", " -a", "b-c", "-x"]),
        ] {
            #expect(ExternalCommand(words: words).invocation(with: values) == expected)
        }
    }

    @Test("A program that draws on the terminal is recognised by its name, unless a setting says otherwise")
    func terminal() {
        #expect(ExternalCommand(words: ["/usr/bin/w3m"]).wantsTerminal(otherwise: false))
        #expect(!ExternalCommand(words: ["firefox"]).wantsTerminal(otherwise: false))
        #expect(ExternalCommand(words: ["firefox"]).wantsTerminal(otherwise: true))
        #expect(!ExternalCommand(words: ["w3m"], usesTerminal: false).wantsTerminal(otherwise: true))
        #expect(ExternalCommand(words: ["odd"], usesTerminal: true).wantsTerminal(otherwise: false))
    }

    @Test("The clipboard program is the one for the desktop")
    func clipboard() {
        func command(_ set: [String], _ installed: [String]) -> [String]? {
            Clipboard.desktopCommand(environment: { set.contains($0) ? ":0" : nil }, isInstalled: installed.contains)?
                .words
        }
        #expect(command(["WAYLAND_DISPLAY", "DISPLAY"], ["wl-copy", "xclip"]) == ["wl-copy"])
        #expect(command(["DISPLAY"], ["wl-copy", "xsel"]) == ["xsel", "--clipboard", "--input"])
        #expect(command(["HOME"], ["xclip"]) == nil)
    }

    @Test("mpv gets the option to remember the position in a stored file, unless the person's command sets it")
    func position() {
        func words(_ words: String...) -> [String] { ExternalCommand(words: words).rememberingPosition.words }
        #expect(words("/usr/bin/mpv", "--no-video") == ["/usr/bin/mpv", "--save-position-on-quit", "--no-video"])
        #expect(words("mpv", "--save-position-on-quit=no") == ["mpv", "--save-position-on-quit=no"])
        #expect(words("vlc") == ["vlc"])
    }
}
