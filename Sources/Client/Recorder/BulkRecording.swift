package import Foundation
package import Presentation
package import Reading
package import Shared

/// What a save of findings did, or would do.
package struct RecordingSummary: Hashable, Sendable {
    /// How many entries said something.
    package let findings: Int
    package let states: Int
    /// How many changes were written; fewer where all was said already.
    package let changes: Int
    /// Names of components that were new to the audit.
    package let newComponents: [String]
    /// Components that rows called by names they do not have any more, a clause each.
    package let renamed: [String]
    /// Full ids of the criteria, one an entry that said something.
    package let criteria: [String]
    /// What was heard suggests another outcome than was given, one an entry where it does.
    package let otherwise: [AnnouncementSuggestion]
    /// Findings whose verdict differs from one of somebody else that stands.
    package let disagreements: Int
    package let withdrawn: [Withdrawn]
    /// Sentences on rounds for which different builds stand, each once.
    package let unsettled: [String]
    /// Where the person is near the end of her share, in sentences.
    package let warnings: [String]

    /// A withdrawal, of a component state or of its component, that was recorded beside.
    package struct Withdrawn: Hashable, Sendable {
        /// The component state's name.
        package let state: String
        package let note: WithdrawalNote
    }
}

extension ClientRecording {
    /// Saves one finding, without screen and label; if it throws nothing was saved.
    ///
    /// - Parameter component: `Screen/Label[/ordinal]`, or the front of the id.
    package func record(
        _ finding: FindingEntry, of component: String, in view: AuditView, catalogue: Catalogue
    ) throws -> RecordingSummary {
        var check = try FindingCheck(view: view, catalogue: catalogue)
        var entry = finding
        entry.label = try view.component(named: component).id.hex
        guard !entry.isSilent else {
            throw AuditError.invalid("give an outcome, a text, a tag or a link")
        }
        var drafts = BulkDrafts(view)
        drafts.add(try check.check(entry))
        return try save(drafts, in: view, at: nil)
    }

    /// Saves many findings in one transaction, a change or two a component state; or none of them.
    ///
    /// - Parameters:
    ///   - rehearsal: The present moment, to save nothing and only say what would be done.
    ///   - progress: Hears now and then how many rows of how many were looked at.
    /// - Throws: `ClientError.invalidRows` with everything that is wrong; then nothing was saved.
    package func record(
        rows bytes: [UInt8], as format: FindingRowReader.Format, in view: AuditView,
        catalogue: Catalogue, rehearsal: Date? = nil,
        progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws -> RecordingSummary {
        var check = try FindingCheck(view: view, catalogue: catalogue)
        let rows: [BulkRow]
        do throws(BulkInputError) {
            rows = try FindingRowReader.read(bytes, as: format)
        } catch {
            throw ClientError.invalidRows(error)
        }
        var drafts = BulkDrafts(view)
        var problems: [RowProblem] = []
        var earlier = EarlierRows()
        for (done, row) in rows.enumerated() {
            if done.isMultiple(of: 1000) { progress(done, rows.count) }
            var entry = row.entry
            // Another audit's ids are made of the same names, and may be called otherwise there.
            if !row.audit.isEmpty, row.audit != view.audit.hex { entry.component = "" }
            do throws(AuditError) {
                let checked = try check.check(entry)
                try earlier.note(checked, line: row.line)
                drafts.add(checked)
            } catch {
                problems.append(RowProblem(line: row.line, column: nil, advice: error.clause))
            }
        }
        guard problems.isEmpty else {
            throw ClientError.invalidRows(BulkInputError(problems: problems))
        }
        return try save(drafts, in: view, at: rehearsal)
    }

    private func save(
        _ drafts: BulkDrafts, in view: AuditView, at rehearsal: Date?
    ) throws -> RecordingSummary {
        let beside = try beside(drafts, in: view)
        let changes: Int
        var warnings: [String] = []
        if let rehearsal {
            changes = try client.recorder.rehearse(drafts.drafts(), in: view.audit, at: rehearsal)
        } else {
            let saved = try client.save(drafts.drafts(), in: view.audit)
            changes = saved.count
            warnings = try client.recorder.warnings(after: saved)
        }
        return RecordingSummary(
            findings: drafts.criteria.count, states: drafts.edits.count, changes: changes,
            newComponents: drafts.newcomerNames, renamed: drafts.renamed, criteria: drafts.criteria,
            otherwise: drafts.otherwise, disagreements: beside.disagreements,
            withdrawn: beside.withdrawn,
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

/// What earlier rows speak of, so that no two say different things of one finding or state.
private struct EarlierRows {
    private var findings: [StateID: [String: Int]] = [:]
    private var tested: [StateID: [FieldID: (value: FieldValue?, line: Int)]] = [:]

    /// Throws `AuditError.invalid`, naming the line that this row disagrees with.
    mutating func note(_ checked: FindingCheck.Checked, line: Int) throws(AuditError) {
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
