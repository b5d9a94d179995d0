import Presentation
import Shared

extension NDJSONWriter {
    /// One JSON object a line: everything that a finding holds, for scripts and to read back.
    static let export = Export(
        id: "ndjson", fileExtension: "ndjson", mediaType: "application/x-ndjson",
        about: "loses nothing and can be recorded again", hasWithdrawn: true,
        readsCatalogue: false
    ) { _ in NDJSONWriter() }
}

struct NDJSONWriter: ExportWriter {
    func row(_ row: FindingRow, _ output: inout ExportOutput) { row.appendLine(to: &output.bytes) }
}

extension FindingRow {
    /// Appends its object and a line end; every key is there, and what does not exist is null.
    package func appendLine(to bytes: inout [UInt8]) {
        for (column, key) in zip(FindingColumn.allCases, Self.keys) {
            bytes.append(contentsOf: key)
            append(json: column, to: &bytes)
        }
        if let files { bytes.append(files) }
        bytes.append(literal: "}\n")
    }

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
        case .comments: bytes.append(array: comments) { $1.append($0) }
        case .suggestion: bytes.append(jsonOrNull: suggestion)
        case .version: bytes.append(version)
        case .unconfirmed: bytes.append(literal: isUnconfirmed ? "true" : "false")
        case .see: bytes.append(array: see) { $1.append(json: $0) }
        case .evidenceWords: bytes.append(array: evidenceWords) { $1.append($0) }
        case .component: bytes.append(jsonOrNull: entry.component)
        default: append(typed(in: column), to: &bytes)  // open set: what people fill
        }
    }

    private func append(_ typed: Typed, to bytes: inout [UInt8]) {
        switch typed {
        case .text(let text): bytes.append(jsonOrNull: text)
        case .list(let elements): bytes.append(array: elements) { $1.append(json: $0) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ effective: Effective) {
        append(#"{"basis":"#, json: effective.basis)
        append(judgement: effective.judgement)
        append(#","rule":"#, jsonOrNull: effective.rule)
        append(#","reason":"#, jsonOrNull: effective.reason)
        append(#","challenges":"#, array: effective.challenges) { challenge, bytes in
            switch challenge {
            case .late(let edit): bytes.append(#"{"kind":"late","edit":"#, json: edit)
            case .informed(let edit): bytes.append(#"{"kind":"informed","edit":"#, json: edit)
            case .groundless: bytes.append(literal: #"{"kind":"groundless","edit":null"#)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        append(UInt8(ascii: "}"))
    }

    private mutating func append(judgement: Judgement?) {
        append(#","outcome":"#, jsonOrNull: judgement?.outcome.rawValue)
        append(#","severity":"#, jsonOrNull: judgement?.severity?.rawValue)
        append(#","attribution":"#, jsonOrNull: judgement?.attribution?.rawValue)
    }

    fileprivate mutating func append(_ sibling: FindingRow.Authored<Judgement?>) {
        appendSource(of: sibling)
        append(judgement: sibling.value)
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ decision: FindingRow.Authored<Decision?>) {
        appendSource(of: decision)
        append(judgement: decision.value?.judgement)
        append(#","rule":"#, jsonOrNull: decision.value?.rule)
        append(#","reason":"#, jsonOrNull: decision.value?.reason.string)
        append(#","settled":"#, array: decision.value?.settled ?? []) { $1.append(json: $0) }
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ versions: [FindingRow.TextVersions]) {
        append(UInt8(ascii: "{"))
        for (index, version) in versions.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(json: version.column.rawValue)
            append(":", array: version.texts) { $1.append($0) }
        }
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ files: [FindingRow.File]) {
        append(",", json: FindingColumn.filesKey)
        append(":", array: files) { file, bytes in
            bytes.append(#"{"sha256":"#, json: file.sha256)
            bytes.append(#","name":"#, jsonOrNull: file.name)
            bytes.append(#","type":"#, jsonOrNull: file.type)
            bytes.append(literal: #","bytes":"#)
            bytes.append(decimalOrNull: file.bytes)
            bytes.append(#","place":"#, json: file.place)
            bytes.append(#","author":"#, json: file.author)
            bytes.append(#","device":"#, json: file.device)
            bytes.append(UInt8(ascii: "}"))
        }
    }

    fileprivate mutating func append(_ text: FindingRow.Authored<String>) {
        appendSource(of: text)
        append(#","text":"#, json: text.value)
        append(UInt8(ascii: "}"))
    }

    fileprivate mutating func append(_ withdrawn: FindingRow.Withdrawn?) {
        guard let withdrawn else { return append(literal: "null") }
        append(#"{"level":"#, json: withdrawn.level.rawValue)
        append(#","reason":"#, jsonOrNull: withdrawn.reason)
        append(literal: #","contested":"#)
        append(literal: withdrawn.isContested ? "true}" : "false}")
    }

    /// Opens an object with who wrote it, when, and in which edit.
    private mutating func appendSource<Value>(of authored: FindingRow.Authored<Value>) {
        append(#"{"author":"#, json: authored.author)
        append(#","person":"#, json: authored.person)
        append(literal: #","at":"#)
        append(timeOrNull: authored.at)
        append(#","edit":"#, json: authored.edit)
        // The lead who adopted it while nothing shows that it is hers.
        append(#","unplaced":"#, jsonOrNull: authored.unplaced)
    }

    fileprivate mutating func append(timeOrNull milliseconds: Int64?) {
        guard let milliseconds else { return append(literal: "null") }
        append(UInt8(ascii: "\""))
        append(utc: milliseconds)
        append(UInt8(ascii: "\""))
    }

    /// Appends the JSON of a version: vectors as objects by replica, dots as `replica:n`.
    fileprivate mutating func append(_ version: FindingRow.Version?) {
        guard let version else { return append(literal: "null") }
        append(literal: #"{"context":"#)
        append(version.context)
        append(#","siblings":"#, array: version.judgements) { $1.append(versionOf: $0) }
        append(#","decisions":"#, array: version.decisions) { $1.append(versionOf: $0) }
        append(UInt8(ascii: "}"))
    }

    private mutating func append(versionOf sibling: Sibling) {
        append(#"{"edit":"#, json: sibling.edit)
        append(#","dot":"#, json: sibling.dot)
        append(literal: #","seen":"#)
        append(sibling.sees)
        append(#","knew":"#, array: sibling.known) { $1.append(json: $0) }
        append(UInt8(ascii: "}"))
    }

    /// Ascending by replica, as a vector is.
    private mutating func append(_ vector: VersionVector) {
        append(UInt8(ascii: "{"))
        for (index, dot) in vector.entries.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(json: dot.replica)
            append(UInt8(ascii: ":"))
            append(decimal: dot.n)
        }
        append(UInt8(ascii: "}"))
    }
}
