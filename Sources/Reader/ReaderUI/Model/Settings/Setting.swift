import Basics

/// A setting, declared once. `config.toml`, `:set`, completion, `lede config` and the help texts use this declaration.
package struct Setting<Root>: Sendable {
    package let name: String
    /// One line for `lede config --default` and the manual.
    package let help: String
    /// The accepted values, in words.
    package let expectation: String
    /// The accepted words; empty for a number or a free text.
    let values: [String]
    /// Changes the setting; returns false if the value is not accepted.
    package let set: @Sendable (inout Root, String) -> Bool
    /// The value in the form that `set` takes; nil if there is none.
    package let text: @Sendable (Root) -> String?
    /// True if the value is a string, which TOML quotes.
    package let isText: Bool

    init(
        _ name: String, help: String, expectation: String, values: [String] = [], isText: Bool = false,
        set: @escaping @Sendable (inout Root, String) -> Bool, text: @escaping @Sendable (Root) -> String?
    ) {
        self.name = name
        self.help = help
        self.expectation = expectation
        self.values = values
        self.set = set
        self.text = text
        self.isText = isText
    }

    /// Returns the other value of a setting that accepts two words; nil for other settings.
    func opposite(of value: String) -> String? {
        values.count == 2 ? values.first { $0 != value } : nil
    }
}

extension Setting {
    package typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    /// Returns a whole number within limits.
    package static func number(
        _ name: String, _ path: Path<Int>, _ limits: ClosedRange<Int>, of unit: String, help: String
    ) -> Setting {
        number(
            name, limits, of: unit, help: help, set: { $0[keyPath: path] = $1 }, text: { String($0[keyPath: path]) })
    }

    /// Returns a whole number within limits, or none.
    package static func optionalNumber(
        _ name: String, _ path: Path<Int?>, _ limits: ClosedRange<Int>, of unit: String, help: String
    ) -> Setting {
        number(
            name, limits, of: unit, help: help, set: { $0[keyPath: path] = $1 },
            text: { $0[keyPath: path].map(String.init) })
    }

    private static func number(
        _ name: String, _ limits: ClosedRange<Int>, of unit: String, help: String,
        set: @escaping @Sendable (inout Root, Int) -> Void, text: @escaping @Sendable (Root) -> String?
    ) -> Setting {
        Setting(
            name, help: help,
            expectation: "a number of \(unit) from \(limits.lowerBound) to \(Numbers.grouped(limits.upperBound))",
            set: { root, value in
                guard let number = Int(value), limits.contains(number) else { return false }
                set(&root, number)
                return true
            }, text: text)
    }

    package static func flag(_ name: String, _ path: Path<Bool>, help: String) -> Setting {
        let words = ["true": true, "on": true, "yes": true, "false": false, "off": false, "no": false]
        return Setting(
            name, help: help, expectation: "true or false", values: ["true", "false"],
            set: { root, value in
                guard let flag = words[value] else { return false }
                root[keyPath: path] = flag
                return true
            },
            text: { String($0[keyPath: path]) })
    }

    /// Returns one of several words, in the order in which help lists them.
    package static func choice<Value: Equatable & Sendable>(
        _ name: String, _ path: Path<Value>, _ choices: [(word: String, value: Value)], help: String
    ) -> Setting {
        let words = choices.map(\.word)
        let list = words.count > 1 ? words.dropLast().joined(separator: ", ") + " or " + words.last! : words[0]
        return Setting(
            name, help: help, expectation: list, values: words, isText: true,
            set: { root, value in
                guard let choice = choices.first(where: { $0.word == value }) else { return false }
                root[keyPath: path] = choice.value
                return true
            },
            text: { root in choices.first { $0.value == root[keyPath: path] }?.word })
    }

    /// Returns a text that passes a check, or none.
    package static func text(
        _ name: String, _ path: Path<String?>, expectation: String, help: String,
        accepts: @escaping @Sendable (String) -> Bool
    ) -> Setting {
        Setting(
            name, help: help, expectation: expectation, isText: true,
            set: { root, value in
                guard accepts(value) else { return false }
                root[keyPath: path] = value
                return true
            },
            text: { $0[keyPath: path] })
    }
}
