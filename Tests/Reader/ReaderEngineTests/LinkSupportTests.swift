import Testing

@testable import ReaderEngine

@Suite struct LinkSupportTests {
    @Test(
        "Terminals that show links are recognised",
        arguments: [
            (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true), (["TERM": "xterm-kitty"], true),
            (["TERM": "foot-extra"], true), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
            (["TERM": "xterm-256color", "KONSOLE_VERSION": "220400"], true),
            (["TMUX": "/x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5a"], true),
            (["TMUX": "/x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a", "VTE_VERSION": "7006"], false),
            (["TMUX": "", "STY": "", "VTE_VERSION": "7006"], true),
            (["STY": "1.x", "VTE_VERSION": "7006"], false), (["TERM": "xterm-256color", "VTE_VERSION": "4600"], false),
            (["TERM": "xterm-256color"], false), (["TERM": "linux"], false), ([:], false),
        ])
    func recognised(_ environment: [String: String], _ isKnown: Bool) {
        #expect(LinkSupport.isKnown(environment) == isKnown)
    }
}
