import Testing

@testable import MovingIn
@testable import ReaderUI

@Suite struct ForeignNameTests {
    @Test("The name of an operation of newsboat leads to the command that lede move-in binds its key to")
    func newsboat() {
        let moved = ForeignName.commands.compactMap { name, command in
            NewsboatKeys.command(name, in: "").map { (name: name, bound: $0, found: command.rawValue) }
        }
        #expect(moved.count > 20)
        for operation in moved { #expect(operation.bound == operation.found, "\(operation.name)") }
    }
}
