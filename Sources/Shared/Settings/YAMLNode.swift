package import Yams

/// A place in a YAML file that people write, read with errors that name file, line and key.
struct YAMLNode {
    private let node: Node
    private let file: String
    /// Where it stands, such as `platforms.ios.states[2]`.
    private let path: String
    /// The whole text of the file.
    private let source: String

    /// Refuses keys that no version of the format has; they are mostly misspelt.
    func allow(_ keys: Set<String>) throws(YAMLError) {
        guard let mapping = node.mapping else { throw invalid("a mapping is expected here") }
        for (key, _) in mapping where !keys.contains(key.string ?? "") {
            throw .invalid(
                file: file, line: key.mark?.line ?? line, key: joined(key.string ?? "?"),
                reason: "unknown key; known are \(keys.sorted().joined(separator: ", "))")
        }
    }

    func child(_ key: String) throws(YAMLError) -> YAMLNode {
        guard let child = optional(key) else { throw invalid("`\(key)` is missing", key: key) }
        return child
    }

    func optional(_ key: String) -> YAMLNode? {
        let entry = node.mapping?.first { $0.key.scalar?.string == key }
        return entry.map { below($0.value, joined(key)) }
    }

    func text(_ key: String) throws(YAMLError) -> String { try child(key).text() }

    func text() throws(YAMLError) -> String {
        guard let text = node.scalar?.string, text.contains(where: { !$0.isWhitespace }) else {
            throw invalid("a text is expected here")
        }
        return Text(normalizing: text).string
    }

    /// A scalar as it is written, whatever its type; nil where nothing or `null` is written.
    func scalar() throws(YAMLError) -> String? {
        guard let scalar = node.scalar else { throw invalid("one value is expected here") }
        return ["", "~", "null"].contains(scalar.string) ? nil : scalar.string
    }

    func texts(_ key: String) throws(YAMLError) -> [String] { try child(key).texts() }

    func texts(_ key: String, unless absent: [String]) throws(YAMLError) -> [String] {
        try optional(key)?.texts() ?? absent
    }

    var isList: Bool { node.sequence != nil }
    var isMapping: Bool { node.mapping != nil }
    /// Where a person finds it: `file:line`.
    var place: String { "\(file):\(line)" }

    func texts() throws(YAMLError) -> [String] {
        try items().map { item throws(YAMLError) in try item.text() }
    }

    func flag(_ key: String) throws(YAMLError) -> Bool {
        let child = try child(key)
        guard let flag = child.node.bool else { throw child.invalid("true or false is expected") }
        return flag
    }

    func flag(_ key: String, unless absent: Bool) throws(YAMLError) -> Bool {
        optional(key) == nil ? absent : try flag(key)
    }

    func choice<Value>(_ key: String, of type: Value.Type) throws(YAMLError) -> Value
    where Value: RawRepresentable<String> & CaseIterable {
        let child = try child(key)
        let text = try child.text()
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw child.invalid("`\(text)` is none of \(known)")
        }
        return value
    }

    func items(_ key: String) throws(YAMLError) -> [YAMLNode] { try child(key).items() }

    func items(_ key: String, unless absent: [YAMLNode]) throws(YAMLError) -> [YAMLNode] {
        try optional(key)?.items() ?? absent
    }

    /// The keys of a mapping with their nodes, in file order.
    func entries() throws(YAMLError) -> [(key: String, node: YAMLNode)] {
        guard let mapping = node.mapping else { throw invalid("a mapping is expected here") }
        return mapping.compactMap { key, value in
            key.string.map { ($0, below(value, joined($0))) }
        }
    }

    /// - Parameter item: The one of the key's list that it is about, for the line.
    func invalid(_ reason: String, key: String? = nil, at item: YAMLNode? = nil) -> YAMLError {
        let place = key.flatMap { key in node.mapping?.first { $0.key.string == key }?.key.mark }
        return .invalid(
            file: file, line: item?.line ?? place?.line ?? line,
            key: key.map(joined) ?? (path.isEmpty ? "(top)" : path), reason: reason)
    }

    func items() throws(YAMLError) -> [YAMLNode] {
        guard let sequence = node.sequence else { throw invalid("a list is expected here") }
        return sequence.enumerated().map { index, item in
            below(item, "\(path)[\(index)]")
        }
    }

    private func below(_ node: Node, _ path: String) -> YAMLNode {
        YAMLNode(node: node, file: file, path: path, source: source)
    }

    private var line: Int { node.mark?.line ?? 1 }
    private func joined(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

// MARK: Reading a file

extension YAMLNode {
    init(file: String, yaml: String) throws(YAMLError) {
        // Some editors begin a file with a BOM, which is no part of its text.
        let hasBOM = yaml.unicodeScalars.first == "\u{FEFF}"
        let yaml = hasBOM ? String(yaml.unicodeScalars.dropFirst()) : yaml
        let anchor = UInt8(ascii: "&")
        let alias = UInt8(ascii: "*")
        if yaml.utf8.contains(anchor), yaml.utf8.contains(alias) {
            // A few aliases stand for more than a computer can hold, and the library follows those
            // in keys while it reads. In a copy whose aliases are texts, anchors are found first.
            let bytes = yaml.utf8.map { $0 == alias ? UInt8(ascii: "x") : $0 }
            _ = try YAMLNode(file: file, composing: String(decoding: bytes, as: UTF8.self))
        }
        self = try YAMLNode(file: file, composing: yaml)
    }

    private init(file: String, composing yaml: String) throws(YAMLError) {
        do {
            // Texts are read as what they have to be; resolving each tries eight patterns on it.
            let parser = try Parser(yaml: yaml, resolver: .basic)
            // Nodes hold their anchors weakly.
            defer { withExtendedLifetime(parser) {} }
            guard let root = try parser.singleRoot() else {
                throw YAMLError.unreadable(file: file, line: 1, reason: "the file is empty")
            }
            self.init(node: root, file: file, path: "", source: yaml)
            try refuseAnchors()
        } catch let error as YamlError {
            throw YAMLError(error, file: file)
        } catch let error as YAMLError {
            throw error
        } catch { throw .unreadable(file: file, line: 1, reason: "it cannot be read as YAML") }
    }

    /// An anchor stands before its aliases, so that this ends before any of them is followed.
    private func refuseAnchors() throws(YAMLError) {
        guard node.anchor == nil else {
            throw invalid(
                "write it out: this version reads no anchors (&) and aliases (*); a text that "
                    + "begins with such a sign stands in quotes")
        }
        if let mapping = node.mapping {
            for (key, value) in mapping {
                let path = joined(key.scalar?.string ?? "?")
                try below(key, path).refuseAnchors()
                try below(value, path).refuseAnchors()
            }
        } else if isList {
            for item in try items() { try item.refuseAnchors() }
        }
    }
}

// MARK: Looking through a file

extension YAMLNode {
    /// Each text below it in the order of the file; one of a list with the key of the list.
    var keyedTexts: [(key: String, node: YAMLNode)] { keyedTexts(below: "") }

    private func keyedTexts(below key: String) -> [(key: String, node: YAMLNode)] {
        if let mapping = node.mapping {
            return mapping.flatMap { name, value in
                let name = name.scalar?.string ?? "?"
                return below(value, joined(name)).keyedTexts(below: name)
            }
        }
        guard let sequence = node.sequence else { return [(key, self)] }
        return sequence.enumerated().flatMap { index, item in
            below(item, "\(path)[\(index)]").keyedTexts(below: key)
        }
    }

    /// Bytes of a scalar.
    var byteCount: Int { node.scalar?.string.utf8.count ?? 0 }

    /// The lines of its file, for `isCutByComment`.
    var lines: [Substring.UnicodeScalarView] {
        source.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Whether ` #` ends a text without quotes, and what follows was taken for a comment.
    func isCutByComment(in lines: [Substring.UnicodeScalarView]) -> Bool {
        guard let scalar = node.scalar, scalar.style == .plain, let mark = scalar.mark else {
            return false
        }
        let isBlank = { (sign: Unicode.Scalar) in " \t\r\n".unicodeScalars.contains(sign) }
        var words = scalar.string.unicodeScalars.split(whereSeparator: isBlank)[...]
        guard !words.isEmpty else { return false }
        var column = mark.column - 1
        for line in lines.dropFirst(mark.line - 1) {
            var written = line.dropFirst(column).split(whereSeparator: isBlank)[...]
            column = 0
            while let word = words.first, let next = written.first {
                // A sign behind the text, as in `{title: Knob}`, ends it before the comment.
                guard word.elementsEqual(next) else { return false }
                words.removeFirst()
                written.removeFirst()
            }
            if words.isEmpty { return written.first?.first == "#" }
        }
        return false
    }
}

extension YAMLError {
    /// Why a text is no YAML, in words of its own where the library's are for programmers.
    package init(_ error: YamlError, file: String) {
        switch error {
        case .scanner(_, let problem, let mark, let yaml),
            .parser(_, let problem, let mark, let yaml),
            .composer(_, let problem, let mark, let yaml):
            let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
            let line = lines.dropFirst(mark.line - 1).first ?? ""
            // Of most tabs the library says that something else cannot stand there.
            let reason =
                line.isIndentedByTab && !problem.contains("tab")
                ? "a tab stands here: indent with spaces" : Self.told(problem)
            self = .unreadable(file: file, line: mark.line, reason: reason)
        case .duplicatedKeysInMapping(let keys, let context):
            self = .invalid(
                file: file, line: context.mark.line, key: keys.joined(separator: ", "),
                reason: "the key is there twice: keep one")
        default:  // open set: errors of the YAML library
            self = .unreadable(
                file: file, line: 1, reason: "it is no YAML, or no UTF-8 text: save it as UTF-8")
        }
    }

    private static func told(_ problem: String) -> String {
        if problem.contains("mapping values") {
            // Mostly a colon in a sentence.
            return problem + ": a text with a colon in it stands in quotes, or below `>-`"
        }
        if problem.contains("undefined alias") {
            return problem + ": a text that begins with * stands in quotes"
        }
        if problem.contains("tab character") { return problem + ": indent with spaces" }
        let isSign = ["cannot start any token", "expected key", "expected ','"].contains {
            problem.contains($0)
        }
        return isSign
            ? problem
                + ": a text with such signs, or with a # behind a space, stands in quotes, or "
                + "below `>-`"
            : problem
    }
}

extension StringProtocol {
    /// Whether a tab stands where only spaces may: before a line's text, or behind its dashes.
    fileprivate var isIndentedByTab: Bool {
        prefix { " \t-".contains($0) }.contains("\t")
    }
}
