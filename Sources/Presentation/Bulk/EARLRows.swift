import Shared

/// Reads EARL in JSON-LD, what `Export` writes and what other tools do.
///
/// Nodes come one after the other, each described before the first assertion that names it. In
/// Accord's own files the assertion of what holds is a row, and the verdicts before it say whose it
/// was. In others each assertion is one; what its subject and its test are here, a map says.
package struct EARLRows {
    private var subjects = Described(nodesMax: 4_096)
    private var others = Described(nodesMax: 100_000)
    /// Verdicts and decisions on the finding that was named last.
    private var said: (place: String, assertions: [EARLNode]) = ("", [])

    /// The list of a file that has its assertions.
    package enum Graph: String, Sendable {
        case earl = "@graph"
        /// An evaluation as W3C's Report Tool keeps it.
        case wcagEM = "auditSample"
    }

    package static func read(
        _ source: ByteSource, from graph: Graph = .earl, telling problems: inout BulkProblems,
        _ take: (BulkRow) throws -> String?
    ) rethrows {
        var front = source.front()
        if let refusal = SpreadsheetFile.refusal(of: Array(front.prefix(4))) {
            return problems.report(refusal, line: 1)
        }
        var list = JSONArray(graph.rawValue, in: front, then: source)
        while list == nil, !source.isAtEnd, front.count < ByteSource.rowBytesMax {
            front = source.more(behind: front)
            list = JSONArray(graph.rawValue, in: front, then: source)
        }
        guard var list else {
            return problems.report(Self.noList(graph, in: front), line: 1)
        }
        var sheet = BulkSheet(problems: problems, readsOrigins: true)
        defer { problems = sheet.problems }
        var rows = EARLRows()
        var count = 0
        while !sheet.problems.isFull, let element = list.next() {
            guard let node = EARLNode(element.bytes) else {
                sheet.report(Self.noNode, line: element.line)
                continue
            }
            if let name = Self.single.first(where: { node[$0]?.isSeveral == true }) {
                sheet.report(
                    "it has several of \(name): write an assertion for each", line: element.line)
                continue
            }
            guard let cells = rows.cells(of: node) else { continue }
            count += 1
            guard let row = sheet.row(cells.0, of: cells.audit, line: element.line),
                let fault = try take(row)
            else { continue }
            sheet.report(fault, line: element.line)
        }
        if let fault = list.fault {
            sheet.report(fault, line: list.line)
        } else if count == 0, sheet.problems.isEmpty {
            sheet.report("the file has no earl:Assertion", line: 1)
        }
    }

    /// Why there is no list, and where the file has that of the other command, its name.
    private static func noList(_ graph: Graph, in front: ArraySlice<UInt8>) -> String {
        let (other, command) = graph == .earl ? (Graph.wcagEM, "wcag-em") : (.earl, "earl")
        var scan = JSONScan(front)
        guard scan.start(of: other.rawValue) == nil else {
            return "the file has no list \(graph.rawValue), but \(other.rawValue): import it with "
                + "`accord import \(command)`"
        }
        return "the file has no list of assertions: JSON-LD with a list \(graph.rawValue)"
    }

    /// What an assertion has one of each.
    private static let single = ["subject", "test", "result"]
    private static let noNode =
        "write a JSON object here, in UTF-8, with at most \(EARLNode.valuesMax) values"

    /// What a node says of a finding; nil for one that only describes what others name.
    private mutating func cells(of node: EARLNode) -> (RowCells, audit: String)? {
        guard node.isA("Assertion") else {
            if let id = node.id {
                if node.isA("TestSubject") { subjects[id] = node } else { others[id] = node }
            }
            return nil
        }
        let subject = node["subject"]?.reference ?? ""
        let test = node["test"]?.reference ?? ""
        let place = subject + "\n" + test
        if said.place != place { said = (place, []) }
        if node.isA("accord:Verdict") || node.isA("accord:Decision") {
            if said.assertions.count < Self.saidMax { said.assertions.append(node) }
            return nil
        }
        let described = node["subject"]?.node ?? subjects[subject]
        var cells = RowCells()
        if let described, described["accord:state"] != nil {
            for column in [.screen, .control, .label, .ordinal, .component] as [FindingColumn]
                + [.environment, .state, .round]
            {
                cells.texts[column] = described["accord:\(column.rawValue)"]?.text
            }
            cells.take(FieldName.testedTexts, of: described)
        } else {
            cells.texts[.label] = subject
        }
        let criterion = node["test"]?.node ?? others[test]
        cells.texts[.criterion] = criterion?["accord:criterion"]?.text ?? test
        let result = node["result"]?.node
        cells.texts[.outcome] = result?["outcome"]?.reference.map(EARLNode.local)
        cells.texts[.severity] = node["accord:severity"]?.text
        cells.texts[.attribution] = node["accord:attribution"]?.text
        cells.texts[.note] = result?["info"]?.text ?? result?["description"]?.text
        cells.take(FieldName.findingTexts.filter { $0 != .note }, of: node)
        cells.lists[.tags] = node["accord:tag"]?.texts
        cells.lists[.links] = node["accord:link"]?.texts
        cells.origin = origin(of: node, result)
        return (cells, audit: Self.audit(of: subject))
    }

    private func origin(of node: EARLNode, _ result: EARLNode?) -> RowOrigin {
        var origin = RowOrigin()
        origin.basis = node["accord:basis"]?.text
        origin.isWithdrawn = node["accord:withdrawal"]?.text == "withdrawn"
        let isDecided = ["decided", "challenged"].contains(origin.basis)
        let same = said.assertions.filter { one in
            one.isA("accord:Decision") == isDecided
                && one["result"]?.node?["outcome"]?.reference == result?["outcome"]?.reference
                && one["accord:severity"]?.text == node["accord:severity"]?.text
        }
        let last = same.max { ($0.time, $0.id ?? "") < ($1.time, $1.id ?? "") }
        let asserted = last ?? (node.isA("accord:Effective") ? nil : node)
        if let who = asserted?["assertedBy"]?.reference {
            origin.author = RowOrigin.name(others[who]?["name"]?.text ?? who)
        }
        if let parts = last?.id?.split(separator: ":"), parts.count > 3 {
            origin.edit = RowOrigin.edit(String(parts[3]))
        }
        origin.time = result?["date"]?.text.flatMap(RowOrigin.time)
        return origin
    }

    /// The audit in whose ids an export of Accord speaks; empty for anything else.
    private static func audit(of subject: String) -> String {
        let parts = subject.split(separator: ":")
        let isOwn = parts.count > 3 && parts.prefix(3) == ["urn", "accord", "state"]
        return isOwn ? parts[3].lowercased() : ""
    }

    private static let saidMax = 1_000
}

extension RowCells {
    /// What a node says under the names of columns.
    fileprivate mutating func take(_ names: [FieldName], of node: EARLNode) {
        for name in names {
            guard let column = FindingColumn(rawValue: name.rawValue) else { continue }
            texts[column] = node["accord:\(name.rawValue)"]?.text
        }
    }
}

/// Nodes by their ids, no more of them than a program has room for: the oldest go first.
private struct Described {
    let nodesMax: Int
    private var nodes: [String: EARLNode] = [:]
    private var order: [String] = []
    private var oldest = 0

    init(nodesMax: Int) { self.nodesMax = nodesMax }

    subscript(id: String) -> EARLNode? {
        get { nodes[id] }
        set {
            guard let newValue else { return }
            guard nodes.updateValue(newValue, forKey: id) == nil else { return }
            if order.count < nodesMax { return order.append(id) }
            nodes[order[oldest]] = nil
            order[oldest] = id
            oldest = (oldest + 1) % nodesMax
        }
    }
}

extension JSONArray {
    /// The list of nodes of a JSON-LD file; nil where its front has none.
    fileprivate init?(_ key: String, in front: ArraySlice<UInt8>, then source: ByteSource) {
        var scan = JSONScan(front)
        guard let start = scan.start(of: key) else { return nil }
        self.init(
            front[start...], then: source, line: 1 + front[..<start].count { $0 == 0x0A },
            isWhole: front.first { $0 > 0x20 } == UInt8(ascii: "["))
    }
}

/// Looks for a list in the front of a file.
private struct JSONScan {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Where the list begins that a member of the outermost object is, or the outermost list.
    mutating func start(of key: String) -> Int? {
        let quoted = Array("\"\(key)\"".utf8)
        var depth = 0
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let start = position
                passText()
                guard depth == 1, bytes[start..<min(position, bytes.endIndex)].elementsEqual(quoted)
                else { continue }
                passSpace()
                guard byte == UInt8(ascii: ":") else { continue }
                position += 1
                passSpace()
                return byte == UInt8(ascii: "[") ? position : nil
            case UInt8(ascii: "["):
                if depth == 0 { return position }
                depth += 1
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break  // open set: every other byte of JSON
            }
            position += 1
        }
        return nil
    }

    private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private mutating func passSpace() {
        while let byte, byte <= 0x20 { position += 1 }
    }

    private mutating func passText() {
        position += 1
        while let byte, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }
}
