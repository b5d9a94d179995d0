import Shared

extension Export {
    /// One JSON object a line: everything that a finding holds, for scripts and to read back.
    ///
    /// Every key is always there, in the order of `FindingColumn`; what does not exist is null.
    package static let ndjson = Export(
        id: "ndjson", fileExtension: "ndjson", mediaType: "application/x-ndjson",
        header: { _ in [] },
        encode: { row, bytes in
            for (column, key) in zip(FindingColumn.allCases, keys) {
                bytes.append(contentsOf: key)
                row.append(json: column, to: &bytes)
            }
            if let files = row.files { bytes.append(files) }
            bytes.append(literal: "}\n")
        },
        footer: [])

    /// What stands before each value: `{"screen":`, then `,"control":` and so on.
    private static let keys: [[UInt8]] = FindingColumn.allCases.enumerated().map { index, column in
        Array("\(index == 0 ? "{" : ",")\"\(column.rawValue)\":".utf8)
    }
}

extension FindingRow {
    fileprivate func append(json column: FindingColumn, to bytes: inout [UInt8]) {
        switch column {
        case .screen: bytes.append(jsonOrNull: entry.screen)
        case .control: bytes.append(jsonOrNull: entry.control)
        case .label: bytes.append(jsonOrNull: entry.label)
        case .ordinal: bytes.append(decimal: entry.ordinal)
        case .environment: bytes.append(jsonOrNull: entry.environment)
        case .state: bytes.append(jsonOrNull: entry.state)
        case .criterion: bytes.append(jsonOrNull: entry.criterion)
        case .outcome: bytes.append(jsonOrNull: entry.outcome?.rawValue)
        case .severity: bytes.append(jsonOrNull: entry.severity?.rawValue)
        case .attribution: bytes.append(jsonOrNull: entry.attribution?.rawValue)
        case .tags: bytes.append(array: entry.tags) { $1.append(json: $0) }
        case .audit: bytes.append(json: audit)
        case .round: bytes.append(decimalOrNull: entry.round)
        case .effective: bytes.append(effective)
        case .basis: bytes.append(json: effective.basis)
        case .authors: bytes.append(array: authors) { $1.append(json: $0) }
        case .changed: bytes.append(timeOrNull: changed)
        case .siblings: bytes.append(array: siblings) { $1.append($0) }
        case .decisions: bytes.append(array: decisions) { $1.append($0) }
        case .versions: bytes.append(versions)
        case .withdrawn: bytes.append(withdrawn)
        case .evidence: bytes.append(array: evidence) { $1.append(json: $0) }
        case .links: bytes.append(array: entry.links) { $1.append(json: $0) }
        case .comments: bytes.append(array: comments) { $1.append($0) }
        case .suggestion: bytes.append(jsonOrNull: suggestion)
        case .version: bytes.append(version)
        case .unconfirmed: bytes.append(literal: isUnconfirmed ? "true" : "false")
        case .see: bytes.append(array: see) { $1.append(json: $0) }
        default: bytes.append(jsonOrNull: text(of: column))  // open set: the texts
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ effective: Effective) {
        append(literal: #"{"basis":"#)
        append(json: effective.basis)
        append(judgement: effective.judgement)
        append(literal: #","rule":"#)
        append(jsonOrNull: effective.rule)
        append(literal: #","reason":"#)
        append(jsonOrNull: effective.reason)
        append(literal: #","challenges":"#)
        append(array: effective.challenges) { challenge, bytes in
            switch challenge {
            case .late(let edit):
                bytes.append(literal: #"{"kind":"late","edit":"#)
                bytes.append(json: edit)
            case .informed(let edit):
                bytes.append(literal: #"{"kind":"informed","edit":"#)
                bytes.append(json: edit)
            case .groundless:
                bytes.append(literal: #"{"kind":"groundless","edit":null"#)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        append(UInt8(ascii: "}"))
    }

    private mutating func append(judgement: Judgement?) {
        append(literal: #","outcome":"#)
        append(jsonOrNull: judgement?.outcome.rawValue)
        append(literal: #","severity":"#)
        append(jsonOrNull: judgement?.severity?.rawValue)
        append(literal: #","attribution":"#)
        append(jsonOrNull: judgement?.attribution?.rawValue)
    }

    fileprivate mutating func append(_ sibling: FindingRow.Authored<Judgement?>) {
        appendSource(of: sibling)
        append(judgement: sibling.value)
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ decision: FindingRow.Authored<Decision?>) {
        appendSource(of: decision)
        append(judgement: decision.value?.judgement)
        append(literal: #","rule":"#)
        append(jsonOrNull: decision.value?.rule)
        append(literal: #","reason":"#)
        append(jsonOrNull: decision.value?.reason.string)
        append(literal: #","settled":"#)
        append(array: decision.value?.settled ?? []) { $1.append(json: $0) }
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ versions: [FindingRow.TextVersions]) {
        append(UInt8(ascii: "{"))
        for (index, version) in versions.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(json: version.column.rawValue)
            append(UInt8(ascii: ":"))
            append(array: version.texts) { $1.append($0) }
        }
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ files: [FindingRow.File]) {
        append(UInt8(ascii: ","))
        append(json: FindingRow.filesKey)
        append(UInt8(ascii: ":"))
        append(array: files) { file, bytes in
            bytes.append(literal: #"{"sha256":"#)
            bytes.append(json: file.sha256)
            bytes.append(literal: #","name":"#)
            bytes.append(jsonOrNull: file.name)
            bytes.append(literal: #","type":"#)
            bytes.append(jsonOrNull: file.type)
            bytes.append(literal: #","bytes":"#)
            bytes.append(decimalOrNull: file.bytes)
            bytes.append(literal: #","place":"#)
            bytes.append(json: file.place)
            bytes.append(literal: #","author":"#)
            bytes.append(json: file.author)
            bytes.append(literal: #","device":"#)
            bytes.append(json: file.device)
            bytes.append(UInt8(ascii: "}"))
        }
    }

    fileprivate mutating func append(_ text: FindingRow.Authored<String>) {
        appendSource(of: text)
        append(literal: #","text":"#)
        append(json: text.value)
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ withdrawn: FindingRow.Withdrawn?) {
        guard let withdrawn else { return append(literal: "null") }
        append(literal: #"{"level":"#)
        append(json: withdrawn.level.rawValue)
        append(literal: #","reason":"#)
        append(jsonOrNull: withdrawn.reason)
        append(literal: #","contested":"#)
        append(literal: withdrawn.isContested ? "true}" : "false}")
    }

    /// Opens an object with who wrote it, when, and in which edit.
    private mutating func appendSource<Value>(of authored: FindingRow.Authored<Value>) {
        append(literal: #"{"author":"#)
        append(json: authored.author)
        append(literal: #","person":"#)
        append(json: authored.person)
        append(literal: #","at":"#)
        append(timeOrNull: authored.at)
        append(literal: #","edit":"#)
        append(json: authored.edit)
    }

    fileprivate mutating func append(timeOrNull milliseconds: Int64?) {
        guard let milliseconds else { return append(literal: "null") }
        append(UInt8(ascii: "\""))
        append(utc: milliseconds)
        append(UInt8(ascii: "\""))
    }
}
