import Yams

/// A place in a catalogue file, read with errors that name file, line and key.
struct CatalogueNode {
    private let node: Node
    private let file: String
    /// Where it stands, such as `platforms.ios.states[2]`.
    private let path: String

    init(file: String, yaml: String) throws(CatalogueError) {
        do {
            guard let root = try Yams.compose(yaml: yaml) else {
                throw CatalogueError.unreadable(file: file, line: 1, reason: "the file is empty")
            }
            self.init(node: root, file: file, path: "")
        } catch let error as YamlError {
            throw Self.unreadable(error, file: file)
        } catch let error as CatalogueError {
            throw error
        } catch {
            throw .unreadable(file: file, line: 1, reason: "\(error)")
        }
    }

    private init(node: Node, file: String, path: String) {
        self.node = node
        self.file = file
        self.path = path
    }

    /// Refuses keys that no version of the format has; they are mostly misspelt.
    func allow(_ keys: Set<String>) throws(CatalogueError) {
        guard let mapping = node.mapping else { throw invalid("a mapping is expected here") }
        for (key, _) in mapping where !keys.contains(key.string ?? "") {
            throw .invalid(
                file: file, line: key.mark?.line ?? line, key: joined(key.string ?? "?"),
                reason: "unknown key; known are \(keys.sorted().joined(separator: ", "))")
        }
    }

    func child(_ key: String) throws(CatalogueError) -> CatalogueNode {
        guard let child = optional(key) else { throw invalid("`\(key)` is missing", key: key) }
        return child
    }

    func optional(_ key: String) -> CatalogueNode? {
        guard let child = node.mapping?[key] else { return nil }
        return CatalogueNode(node: child, file: file, path: joined(key))
    }

    func text(_ key: String) throws(CatalogueError) -> String {
        try child(key).text()
    }

    func text() throws(CatalogueError) -> String {
        guard let text = node.scalar?.string, !text.isEmpty else {
            throw invalid("a text is expected here")
        }
        return Text(normalizing: text).string
    }

    func texts(_ key: String) throws(CatalogueError) -> [String] {
        var result: [String] = []
        for item in try child(key).items() { result.append(try item.text()) }
        return result
    }

    func flag(_ key: String) throws(CatalogueError) -> Bool {
        let child = try child(key)
        guard let flag = child.node.bool else { throw child.invalid("true or false is expected") }
        return flag
    }

    /// Reads one of an enum's raw values.
    func choice<Value>(_ key: String, of type: Value.Type) throws(CatalogueError) -> Value
    where Value: RawRepresentable<String> & CaseIterable {
        let child = try child(key)
        let text = try child.text()
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw child.invalid("`\(text)` is none of \(known)")
        }
        return value
    }

    func items(_ key: String) throws(CatalogueError) -> [CatalogueNode] {
        try child(key).items()
    }

    /// The keys of a mapping with their nodes, in file order.
    func entries() throws(CatalogueError) -> [(key: String, node: CatalogueNode)] {
        guard let mapping = node.mapping else { throw invalid("a mapping is expected here") }
        return mapping.compactMap { key, value in
            key.string.map { ($0, CatalogueNode(node: value, file: file, path: joined($0))) }
        }
    }

    func invalid(_ reason: String, key: String? = nil) -> CatalogueError {
        .invalid(
            file: file, line: line, key: key.map(joined) ?? (path.isEmpty ? "(top)" : path),
            reason: reason)
    }

    private func items() throws(CatalogueError) -> [CatalogueNode] {
        guard let sequence = node.sequence else { throw invalid("a list is expected here") }
        return sequence.enumerated().map { index, item in
            CatalogueNode(node: item, file: file, path: "\(path)[\(index)]")
        }
    }

    private var line: Int { node.mark?.line ?? 1 }

    private func joined(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private static func unreadable(_ error: YamlError, file: String) -> CatalogueError {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            .unreadable(file: file, line: mark.line, reason: problem)
        default:  // open set: errors of the YAML library
            .unreadable(file: file, line: 1, reason: "\(error)")
        }
    }
}
