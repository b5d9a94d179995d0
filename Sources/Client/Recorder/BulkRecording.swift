package import Foundation
package import Presentation
package import Shared
package import struct Shared.Record

/// What a save of findings did, or would do.
package struct RecordingSummary: Hashable, Sendable {
    /// Entries that said something.
    package let findings: Int
    /// Component states that they speak of.
    package let states: Int
    /// Changes written; fewer where all was said already.
    package let changes: Int
    /// Names of components that were new to the audit.
    package let newComponents: [String]
    /// Full ids of the criteria, one an entry that said something.
    package let criteria: [String]
    /// What was heard suggests another outcome than was given, one an entry where it does.
    package let otherwise: [AnnouncementSuggestion]
    /// Findings whose verdict differs from one of somebody else that stands.
    package let disagreements: Int
    /// What is withdrawn of that on which something was said.
    package let withdrawn: [Withdrawn]
    /// Sentences on rounds of which different builds stand, each once.
    package let unsettled: [String]
    /// Where the person is near the end of her share, in sentences.
    package let warnings: [String]

    /// A component or a component state that was withdrawn.
    package struct Withdrawn: Hashable, Sendable {
        /// The component state's name.
        package let state: String
        /// Who withdrew it, and why.
        package let note: WithdrawalNote
    }
}

/// The formats in which findings are read from a file.
package enum RowFormat: String, CaseIterable, Sendable {
    case ndjson, csv

    fileprivate var reader: FindingRowReader.Format {
        switch self {
        case .ndjson: .ndjson
        case .csv: .csv
        }
    }
}

extension AuditClient {
    /// Saves one finding.
    ///
    /// - Parameters:
    ///   - finding: Without a screen and a label.
    ///   - component: `Screen/Label[/ordinal]`, or the front of the id.
    /// - Throws: `ClientError`; then nothing was saved.
    package func record(
        _ finding: FindingEntry, of component: String, in view: AuditView, catalogue: Catalogue
    ) throws -> RecordingSummary {
        var check = try FindingCheck(view: view, catalogue: catalogue)
        var entry = finding
        entry.label = try view.component(named: component).id.hex
        guard !entry.isSilent else {
            throw ClientError.invalid("give an outcome, a text, a tag or a link")
        }
        var drafts = BulkDrafts(view)
        let checked = try check.check(entry)
        drafts.add(checked)
        return try save(drafts, in: view, criteria: [checked.criterion], at: nil)
    }

    /// Saves many findings in one transaction, a change or two a component state; or none of them.
    ///
    /// - Parameter rehearsal: The present moment, to save nothing and only say what would be done.
    /// - Throws: `ClientError.invalidRows` with everything that is wrong; then nothing was saved.
    package func record(
        rows bytes: [UInt8], as format: RowFormat, in view: AuditView,
        catalogue: Catalogue, rehearsal: Date? = nil
    ) throws -> RecordingSummary {
        let check = try FindingCheck(view: view, catalogue: catalogue)
        let rows: [BulkRow]
        do throws(BulkInputError) {
            rows = try FindingRowReader.read(bytes, as: format.reader)
        } catch {
            throw ClientError.invalidRows(error)
        }
        let (drafts, criteria) = try Self.gather(rows, check, into: BulkDrafts(view))
        return try save(drafts, in: view, criteria: criteria, at: rehearsal)
    }

    private static func gather(
        _ rows: [BulkRow], _ check: FindingCheck, into empty: BulkDrafts
    ) throws(ClientError) -> (drafts: BulkDrafts, criteria: [String]) {
        var (check, drafts) = (check, empty)
        var problems: [RowProblem] = []
        var earlier = EarlierRows()
        var criteria: [String] = []
        for row in rows {
            do throws(ClientError) {
                let checked = try check.check(row.entry)
                try earlier.note(checked, line: row.line)
                guard !checked.isSilent else { continue }
                criteria.append(checked.criterion)
                drafts.add(checked)
            } catch {
                problems.append(RowProblem(line: row.line, column: nil, advice: error.clause))
            }
        }
        guard problems.isEmpty else { throw .invalidRows(BulkInputError(problems: problems)) }
        return (drafts, criteria)
    }

    private func save(
        _ drafts: BulkDrafts, in view: AuditView, criteria: [String], at rehearsal: Date?
    ) throws -> RecordingSummary {
        let beside = try beside(drafts, in: view)
        let changes: Int
        var warnings: [String] = []
        if let rehearsal {
            changes = try recorder.rehearse(drafts.drafts(), in: view.audit, at: rehearsal)
        } else {
            let saved = try save(drafts.drafts(), in: view.audit)
            changes = saved.count
            warnings = try recorder.warnings(after: saved)
        }
        return RecordingSummary(
            findings: drafts.findings, states: drafts.stateCount, changes: changes,
            newComponents: drafts.newcomerNames, criteria: criteria, otherwise: drafts.otherwise,
            disagreements: beside.disagreements, withdrawn: beside.withdrawn,
            unsettled: view.contestedBuildSentences(on: drafts.edits.map(\.state)),
            warnings: warnings)
    }

    /// How drafts stand to what others said: differing verdicts, and withdrawals.
    private func beside(
        _ drafts: BulkDrafts, in view: AuditView
    ) throws -> (disagreements: Int, withdrawn: [RecordingSummary.Withdrawn]) {
        var disagreements = 0
        var withdrawn: [RecordingSummary.Withdrawn] = []
        for (state, edits) in drafts.edits {
            let component = view.components[state.component]?.withdrawals ?? []
            let record = try store.record(.state(view.audit, state))
            disagreements += edits.count { edit in
                guard edit.field.name == .judgement, let value = edit.value else { return false }
                return record?.isDisputed(
                    value, on: edit.field.criterion, by: view.person, under: component) == true
            }
            guard !component.isEmpty || record?.withdrawals.isEmpty == false else { continue }
            let item = view.item(record ?? Record(key: .state(view.audit, state)))
            withdrawn += item.withdrawalNotes(in: view).map {
                RecordingSummary.Withdrawn(state: item.name, note: $0)
            }
        }
        return (disagreements, withdrawn)
    }
}

/// What the rows read so far speak of, so that no two of them say different things of one.
private struct EarlierRows {
    private var findings: [StateID: [String: Int]] = [:]
    private var tested: [StateID: [FieldID: (value: FieldValue?, line: Int)]] = [:]

    /// - Throws: `ClientError.invalid`, naming the line of the row that it disagrees with.
    mutating func note(_ checked: FindingCheck.Checked, line: Int) throws(ClientError) {
        if let earlier = findings[checked.state]?[checked.criterion] {
            throw .invalid("line \(earlier) speaks of the same finding")
        }
        findings[checked.state, default: [:]][checked.criterion] = line
        for edit in checked.stateEdits {
            guard let earlier = tested[checked.state]?[edit.field] else {
                tested[checked.state, default: [:]][edit.field] = (edit.value, line)
                continue
            }
            guard earlier.value == edit.value else {
                let name = edit.field.name?.rawValue ?? edit.field.path
                throw .invalid(
                    "line \(earlier.line) gives another \(name) for the same component state")
            }
        }
    }
}

extension ClientError {
    /// What is wrong with a row or a case, as a clause behind its line or name.
    var clause: String {
        switch self {
        case .notFound(let what, let name, let known):
            "“\(name)” is no \(what)"
                + (known.isEmpty ? "" : " (near it: \(known.joined(separator: ", ")))")
        case .ambiguous(let what, let name, let candidates):
            "“\(name)” fits more than one \(what): \(candidates.joined(separator: ", "))"
        case .invalid(let reason): reason
        case .noHome, .homeExists, .homeInRuins, .identityUnreadable, .identityUnwritable,
            .notJoined, .personDiffers,
            .serverKeyChanged, .invalidRows, .notAllowed, .catalogue, .catalogueDiffers,
            .storage, .transport, .problem, .blocked:
            ReportedError(self).message
        }
    }
}
