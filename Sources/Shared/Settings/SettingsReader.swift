/// Looks up a program's settings: option before environment before file.
///
/// A setting's name is its key in the file; `stall_seconds_max` is `ACCORD_STALL_SECONDS_MAX` in
/// the environment and `--stall-seconds-max` among the options. Settings hold no secrets, so every
/// value may be shown.
package struct SettingsReader<Key: RawRepresentable<String> & CaseIterable & Hashable> {
    private let prefix: String
    private let options: [Key: String]
    private let environment: [String: String]
    private let file: (path: String, node: YAMLNode)?

    private enum Place {
        case option
        case variable
        case line(YAMLNode)
    }

    /// Takes everything that was given, and refuses keys of the file that no setting has.
    ///
    /// - Parameters:
    ///   - prefix: What the names in the environment begin with, such as `ACCORD_`.
    ///   - file: Its path for messages and for paths within, and its content.
    package init(
        prefix: String, options: [Key: String], environment: [String: String],
        file: (path: String, yaml: String)?
    ) throws(SettingsError) {
        self.prefix = prefix
        self.options = options
        self.environment = environment
        guard let file else {
            self.file = nil
            return
        }
        do throws(YAMLError) {
            let node = try YAMLNode(file: file.path, yaml: file.yaml)
            try node.allow(Set(Key.allCases.map(\.rawValue)))
            self.file = (file.path, node)
        } catch { throw .file(error) }
    }

    /// A setting's value in the form that a parser wants it.
    ///
    /// - Parameters:
    ///   - allowed: What the value may be, such as `HOST:PORT`, for whoever wrote another.
    ///   - parse: Nil for a value that cannot be.
    /// - Returns: Nil where nobody gave one.
    package func value<Value>(
        _ key: Key, allowed: String, _ parse: (String) -> Value?
    ) throws(SettingsError) -> Value? {
        guard let found = try found(key) else { return nil }
        guard let value = parse(found.text) else {
            throw fault(key, found.place, "“\(found.text)” cannot be: \(allowed) is allowed")
        }
        return value
    }

    package func text(_ key: Key) throws(SettingsError) -> String? { try found(key)?.text }

    /// A path; in a file a relative one begins at the file's folder, and `~/` at the home folder.
    package func path(_ key: Key) throws(SettingsError) -> String? {
        guard let found = try found(key) else { return nil }
        // As a path it would be the working directory, of which nobody has thought.
        guard !found.text.isEmpty else { throw fault(key, found.place, "no path is empty") }
        guard case .line = found.place, !found.text.hasPrefix("/") else { return found.text }
        if found.text.hasPrefix("~/"), let home = environment["HOME"] {
            return home + found.text.dropFirst()
        }
        guard let path = file?.path, let slash = path.lastIndex(of: "/") else { return found.text }
        return path[...slash] + found.text
    }

    package func number(_ key: Key, in bounds: ClosedRange<Int>) throws(SettingsError) -> Int? {
        try value(
            key, allowed: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        ) { Int($0).flatMap { bounds.contains($0) ? $0 : nil } }
    }

    package func flag(_ key: Key) throws(SettingsError) -> Bool? {
        try value(key, allowed: "true or false") { Bool($0) }
    }

    /// What is wrong with a setting, by the place where it was given.
    package func fault(_ key: Key, _ reason: String) throws(SettingsError) -> SettingsError {
        guard let found = try found(key) else { return .missing(reason: reason) }
        return fault(key, found.place, reason)
    }

    private func fault(_ key: Key, _ place: Place, _ reason: String) -> SettingsError {
        switch place {
        case .option: .given(place: "--\(key.rawValue.replacing("_", with: "-"))", reason: reason)
        case .variable: .given(place: variable(key), reason: reason)
        case .line(let node): .file(node.invalid(reason))
        }
    }

    private func found(_ key: Key) throws(SettingsError) -> (text: String, place: Place)? {
        if let text = options[key] { return (text, .option) }
        if let text = environment[variable(key)], !text.isEmpty { return (text, .variable) }
        guard let node = file?.node.optional(key.rawValue) else { return nil }
        do throws(YAMLError) {
            return try node.scalar().map { ($0, .line(node)) }
        } catch { throw .file(error) }
    }

    private func variable(_ key: Key) -> String { prefix + key.rawValue.uppercased() }
}
