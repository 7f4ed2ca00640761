import ArgumentParser

@main
struct Lede: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lede", abstract: "An offline-first feed reader for the terminal.", version: "0.1.0")
}
