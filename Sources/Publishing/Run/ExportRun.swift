import Foundation
import Presentation
package import Reading
package import Shared

/// Writes the findings of one audit in one format, from the records of one moment.
///
/// A laptop and a server write the same bytes of the same records.
package struct ExportRun {
    private let query: ExportQuery
    private let filter: AuditFilter
    private let scope: FilterScope
    private let facts: ExportFacts
    private let table: FindingTable
    private let unconfirmed: DotRanges
    private let progress: ExportProgress?

    /// What a file has, and what it does not have.
    package struct Written: Sendable {
        package fileprivate(set) var findings = 0
        /// Whether it has more than a cursor.
        package fileprivate(set) var tellsSomething = false
        /// Where to go on; nil where none was asked for.
        package fileprivate(set) var cursor: String?
        /// Sentences for whoever asked; mostly none.
        package fileprivate(set) var remarks: [String] = []
    }

    /// - Parameters:
    ///   - view: Over records that stay as they are until the export has ended.
    ///   - scratch: A folder's path, for files that are gone when the export ends.
    ///   - unconfirmed: What no server has answered `applied` or `again`.
    ///   - files: Reaches what findings refer to, for those that are shown.
    ///   - progress: Is told how far it is.
    /// - Throws: What there is instead of what a condition names, or what catalogue is not here.
    package init(
        _ query: ExportQuery, of view: AuditView, _ catalogue: AuditCatalogue, scratch: String,
        unconfirmed: DotRanges = DotRanges(), files: @escaping ReferredFiles = { _, _ in .notHere },
        progress: ExportProgress? = nil
    ) throws(AuditError) {
        var filter = AuditFilter()
        // In the zone of the times that exports have, so that a laptop and a server agree.
        try filter.put(query.conditions, in: view, catalogue, zone: .gmt)
        self.query = query
        self.filter = filter
        self.unconfirmed = unconfirmed
        self.progress = progress
        scope = FilterScope(filter, in: view)
        table = FindingTable(plan: view.plan, components: view.components)
        facts = ExportFacts(
            view: view,
            catalogue: query.export.readsCatalogue
                ? try catalogue.required() : catalogue.catalogue,
            options: query.options, scratch: scratch,
            conditions: query.conditions.map { "\($0.name)=\($0.value)" }, filter: filter,
            files: files)
    }

    /// Writes the file, or with a cursor its increment, piece by piece.
    ///
    /// - Throws: What `write` throws, `CursorExpired`, and `ExportRefusal` or `AuditError` for what
    ///   the format cannot say; bytes that were written before are no file.
    package func write(
        by history: some ExportHistory, to write: @escaping ([UInt8]) throws -> Void
    ) throws -> Written {
        var output = ExportOutput(write)
        guard let cursor = query.cursor else { return try writeWhole(&output) }
        let key = RecordKey.plan(facts.view.audit)
        let plan = try facts.view.records.record(key) ?? Record(key: key)
        let now = ExportCursor(of: query, plan: plan, history)
        let states =
            cursor.isEmpty
            ? nil : try ExportCursor(cursor).states(until: now, in: facts.view, by: history)
        return try writeIncrement(of: states, then: now.text, &output)
    }

    private func writeWhole(_ output: inout ExportOutput) throws -> Written {
        var writer = try query.export.writer(facts)
        var written = Written()
        func add(_ row: FindingRow, _ output: inout ExportOutput) throws {
            try writer.row(row, &output)
            written.findings += 1
            progress?.wrote(written.findings)
            try output.passOn()
        }
        let isPlain = query.export.order == .key && !query.export.isCounted
        let states = isPlain && !query.options.isStrict ? nil : try look(&writer)
        try writer.begin(&output)
        if isPlain {
            try facts.view.records.states(.all) { record in
                for row in rows(of: record) { try add(row, &output) }
            }
        } else {
            for state in facts.sorted(states ?? [], by: query.export.order) {
                for row in try rows(of: state) { try add(row, &output) }
            }
        }
        try writer.end(&output)
        try output.finish()
        written.findings = writer.findings ?? written.findings
        written.remarks = writer.remarks
        return written
    }

    /// Writes what some component states have now, whole, and last where to go on.
    ///
    /// One that has no rows gets a line that says so, which ends what an earlier export had of it.
    ///
    /// - Parameter states: All that may differ; nil for every one.
    private func writeIncrement(
        of states: [StateID]?, then cursor: String, _ output: inout ExportOutput
    ) throws -> Written {
        var written = Written()
        func add(_ rows: [FindingRow], _ output: inout ExportOutput) throws {
            for row in rows { row.appendLine(to: &output.bytes) }
            written.findings += rows.count
            progress?.wrote(written.findings)
            try output.passOn()
        }
        func addState(_ state: StateID, _ output: inout ExportOutput) throws {
            let rows = try rows(of: state)
            if rows.isEmpty { append(gone: state, to: &output.bytes) }
            try add(rows, &output)
            written.tellsSomething = true
        }
        if let states {
            for state in states { try addState(state, &output) }
        } else {
            try facts.view.records.states(.all) { record in
                guard case .state(_, let state) = record.key else { return }
                let rows = rows(of: record)
                // Whoever goes on from an earlier cursor may still have some of it.
                if rows.isEmpty, query.cursor?.isEmpty == false {
                    append(gone: state, to: &output.bytes)
                }
                try add(rows, &output)
                written.tellsSomething = true
            }
        }
        written.cursor = cursor
        output.bytes.append("{\"cursor\":", json: cursor)
        output.bytes.append(literal: "}\n")
        try output.finish()
        return written
    }

    private func append(gone state: StateID, to bytes: inout [UInt8]) {
        bytes.append(#"{"component":"#, json: state.component)
        bytes.append(#","environment":"#, json: facts.view.environmentName(state.environment))
        bytes.append(literal: #","round":"#)
        bytes.append(decimal: state.round)
        bytes.append(#","state":"#, json: state.state)
        bytes.append(literal: ",\"gone\":true}\n")
    }

    private func rows(of state: StateID) throws -> [FindingRow] {
        try facts.view.records.record(.state(facts.view.audit, state)).map(rows) ?? []
    }

    private func rows(of record: Record) -> [FindingRow] {
        guard case .state(_, let id) = record.key, scope.lets(id) else { return [] }
        return table.rows(of: record, unconfirmed: unconfirmed) { finding in
            filter.lets(finding) && (query.export.hasWithdrawn || !finding.isWithdrawn)
        }
    }

    /// Shows a writer all rows, and tells which component states have some.
    private func look(_ writer: inout any ExportWriter) throws -> [StateID] {
        var states: [StateID] = []
        var open = 0
        var seen = 0
        try facts.view.records.states(.all) { record in
            let rows = rows(of: record)
            guard let first = rows.first else { return }
            states.append(first.state)
            seen += rows.count
            progress?.looked(at: seen)
            for row in rows where row.effective.isConflict && row.withdrawn?.isWhole != true {
                open += 1
            }
            if query.export.isCounted { try rows.forEach { try writer.count($0) } }
        }
        guard !query.options.isStrict || open == 0 else {
            throw ExportRefusal(open: open)
        }
        return states
    }
}

/// A strict export has findings of which nobody can say what holds.
package struct ExportRefusal: Error {
    fileprivate let open: Int

    package var sentence: String {
        "\(counted(open, "finding")) of this export \(open == 1 ? "waits" : "wait") for "
            + "a lead's decision, and a strict export has none of them. They are in “accord "
            + "conflicts”; an export that is not strict has them, marked."
    }
}

extension FindingRow.Withdrawn {
    /// Whether nothing stands beside the withdrawal.
    fileprivate var isWhole: Bool { !isContested }
}
