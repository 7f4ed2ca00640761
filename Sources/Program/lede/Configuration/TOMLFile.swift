import TOMLReading

/// A TOML document whose problems name their positions.
struct TOMLFile {
    let name: String
    let table: TOMLTable
    /// True if only its owner can read the file, so that it may hold secrets.
    let isPrivate: Bool
    /// The faults of the lines that were left out.
    let faults: [ConfigurationProblem]

    /// Reads the lines that have no fault.
    init(name: String, partsOf text: String, isPrivate: Bool) {
        self.name = name
        self.isPrivate = isPrivate
        let (table, faults) = TOMLDocument.readParts(text)
        self.table = table
        self.faults = faults.map { ConfigurationProblem(file: name, position: .init($0.position), message: $0.message) }
    }

    /// - Throws: the problem if the text is not TOML.
    init(name: String, text: String, isPrivate: Bool = true) throws(ConfigurationProblem) {
        self.name = name
        self.isPrivate = isPrivate
        faults = []
        do {
            table = try TOMLDocument.read(text)
        } catch {
            throw ConfigurationProblem(file: name, position: .init(error.position), message: error.message)
        }
    }

    /// Returns a problem with a key of a table (nil means the top level).
    func problem(with key: String, in section: String?, _ message: String) -> ConfigurationProblem {
        ConfigurationProblem(file: name, position: position(of: key, in: section), message: message)
    }

    /// Returns a problem with a key of one of several tables with the same name (`[[section]]`), counted from 0.
    func problem(with key: String, in section: String, number: Int, _ message: String) -> ConfigurationProblem {
        let table = entry(number, of: section)
        let position = table?.position(of: key).map(ConfigurationProblem.Position.init)
        return ConfigurationProblem(
            file: name, position: position ?? self.position(of: section, number: number), message: message)
    }

    /// Returns the beginning of one of several tables with the same name.
    func position(of section: String, number: Int) -> ConfigurationProblem.Position? {
        entry(number, of: section).map { .init($0.position) } ?? position(of: section, in: nil)
    }

    /// Returns the position of a key.
    func position(of key: String, in section: String?) -> ConfigurationProblem.Position? {
        let owner: TOMLTable? = if let section { table[section]?.table } else { table }
        return owner?.position(of: key).map(ConfigurationProblem.Position.init)
    }

    private func entry(_ number: Int, of section: String) -> TOMLTable? {
        let entries = table[section]?.array ?? []
        return entries.indices.contains(number) ? entries[number].table : nil
    }
}

extension ConfigurationProblem.Position {
    init(_ position: TOMLPosition) {
        self.init(line: position.line, column: position.column)
    }
}

extension ConfigurationProblem: Error {}
