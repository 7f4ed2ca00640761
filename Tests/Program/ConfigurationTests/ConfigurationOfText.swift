@testable import lede

extension Configuration {
    /// The settings of a `config.toml` with this text.
    init(_ text: String) throws {
        self.init()
        read(try TOMLFile(name: "config.toml", text: text))
    }
}
