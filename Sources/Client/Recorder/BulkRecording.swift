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
    /// Names of components that were new to the audit, as many as are told.
    package let newComponents: [String]
    /// Components that rows called by names they do not have any more, a clause each, as many.
    package let renamed: [String]
    /// What was heard suggests another outcome than was given: as many as are told.
    package let otherwise: [AnnouncementSuggestion]
    /// How many entries that is true of.
    package let otherwiseCount: Int
    /// Findings whose verdict differs from one of somebody else that stands.
    package let disagreements: Int
    /// As many as are told.
    package let withdrawn: [Withdrawn]
    /// Sentences on rounds for which different builds stand, each once.
    package let unsettled: [String]
    /// Where the person is near the end of her share, in sentences.
    package let warnings: [String]
    /// How many new components, renamed ones and withdrawals there are beyond those.
    package let untold: Int
    /// What an import passed over; nothing elsewhere.
    package let passedOver: PassedOver
    /// Names of an import's map that no row has, each with its kind.
    package internal(set) var unusedNames: [String] = []

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
        let checked = try check.check(entry)
        return try BulkSaving(client: client, view: view).save(states: 1, isRehearsal: false) {
            try $0.take(checked)
        }
    }

    /// Saves many findings in one transaction, or none of them.
    ///
    /// The rows are read twice: first all are checked, then they are saved some thousands at a
    /// time, so that a file of any size needs little memory.
    ///
    /// - Parameters:
    ///   - format: Nil where the file tells.
    ///   - rules: How rows of somebody else become the person's own; nil for rows of her own.
    ///   - isRehearsal: To save nothing and only say what would be done.
    ///   - progress: Hears now and then how far it is.
    /// - Throws: `ClientError.invalidRows` with everything that is wrong; then nothing was saved.
    package func record(
        rows file: RowFile, as format: FindingRowReader.Format? = nil, in view: AuditView,
        catalogue: Catalogue, importing rules: ImportRules? = nil, isRehearsal: Bool = false,
        progress: (BulkProgress) -> Void = { _ in }
    ) throws -> RecordingSummary {
        let view = AuditView(
            names: view.names, records: try RecordsAhead(of: view), person: view.person,
            ids: view.ids)
        let rows = BulkRows(
            file: file, format: format ?? file.format, view: view, catalogue: catalogue,
            rules: rules)
        do {
            let looked = try rows.check(progress)
            let saving = BulkSaving(client: client, view: view, importing: rules != nil)
            var summary = try saving.save(states: looked.states, isRehearsal: isRehearsal) {
                saving in
                guard try rows.read(saving, progress) == looked.hash else {
                    throw AuditError.invalid(
                        "the file was changed while it was read, and nothing was saved: try again")
                }
            }
            summary.unusedNames = looked.unusedNames
            return summary
        } catch let error as BulkInputError {
            throw ClientError.invalidRows(error)
        }
    }

    /// The same of rows that are in memory.
    package func record(
        rows bytes: [UInt8], as format: FindingRowReader.Format, in view: AuditView,
        catalogue: Catalogue, rehearsal: Date? = nil
    ) throws -> RecordingSummary {
        try record(
            rows: RowFile(bytes), as: format, in: view, catalogue: catalogue,
            isRehearsal: rehearsal != nil)
    }
}

/// Records of which what a name means was read before.
///
/// Rows are saved within a transaction, in which nothing else reads the database; and what two
/// components of one name mean depends on what is withdrawn.
private final class RecordsAhead: AuditRecords {
    private let records: any AuditRecords
    private let disputes: Disputes

    init(of view: AuditView) throws {
        records = view.records
        disputes = try view.disputes()
    }

    func record(_ key: RecordKey) throws -> Record? { try records.record(key) }
    func states(_ selection: StateSelection, _ body: (Record) throws -> Void) throws {
        try records.states(selection, body)
    }
    func summaries(_ body: (StateID, StateSummary) throws -> Void) throws {
        try records.summaries(body)
    }
    func contexts(_ body: (RecordKey, VersionVector) throws -> Void) throws {
        try records.contexts(body)
    }
    func known() throws -> VersionVector { try records.known() }
    func disputes(in view: AuditView) throws -> Disputes { disputes }
}

/// How far the rows of a file are.
package enum BulkProgress: Sendable {
    case looked(Int)
    case saved(Int)
}

/// The rows of a file as findings of one audit.
struct BulkRows {
    let file: RowFile
    let format: FindingRowReader.Format
    let view: AuditView
    let catalogue: Catalogue
    let rules: ImportRules?

    /// What a first look found.
    typealias Looked = (
        hash: Hash256,
        /// How many component states rows say something of.
        states: Int,
        unusedNames: [String]
    )

    /// Looks at every row.
    ///
    /// - Throws: `BulkInputError` with everything that is wrong.
    func check(_ progress: (BulkProgress) -> Void) throws -> Looked {
        var check = try FindingCheck(view: view, catalogue: catalogue)
        var earlier = EarlierRows(of: view.audit)
        var unused = UnusedNames(rules?.map ?? NameMap())
        var done = 0
        let read = try file.read { source in
            var problems = BulkProblems()
            try readRows(source, telling: &problems) { row in
                done += 1
                if done.isMultiple(of: 1000) { progress(.looked(done)) }
                unused.note(row.entry)
                do throws(AuditError) {
                    guard let checked = try checked(row, &check) else { return nil }
                    return earlier.note(checked, line: row.line)
                } catch {
                    return error.clause
                }
            }
            return problems
        }
        var problems = read.result
        for (line, clause) in earlier.problems() { problems.report(clause, line: line) }
        try problems.check()
        return (read.hash, earlier.stateCount, unused.words)
    }

    /// Reads every row again, to be saved.
    func read(
        _ saving: BulkTransaction, _ progress: (BulkProgress) -> Void
    ) throws -> Hash256 {
        var check = try FindingCheck(view: view, catalogue: catalogue)
        check.languages = saving.language
        var done = 0
        let (problems, hash) = try file.read { source in
            var problems = BulkProblems()
            try readRows(source, telling: &problems) { row in
                let found: FindingCheck.Checked?
                do throws(AuditError) { found = try checked(row, &check) } catch {
                    return error.clause
                }
                if let found, !found.isSilent {
                    try saving.take(found)
                } else {
                    saving.passOver()
                }
                done += 1
                if done.isMultiple(of: 1000) { progress(.saved(done)) }
                return nil
            }
            return problems
        }
        try problems.check()
        return hash
    }

    private func readRows(
        _ source: ByteSource, telling problems: inout BulkProblems,
        _ take: (BulkRow) throws -> String?
    ) throws {
        if let graph = rules?.graph {
            return try EARLRows.read(source, from: graph, telling: &problems, take)
        }
        try FindingRowReader.read(
            source, as: format, readsOrigins: rules != nil, telling: &problems, take)
    }

    /// Nil for a row that an import passes over.
    private func checked(
        _ row: BulkRow, _ check: inout FindingCheck
    ) throws(AuditError) -> FindingCheck.Checked? {
        var entry = row.entry
        // Another audit's ids are made of the same names, and may be called otherwise there.
        if !row.audit.isEmpty, row.audit != view.audit.hex { entry.component = "" }
        guard let rules else { return try check.check(entry) }
        guard let taken = try rules.taken(entry, from: row.origin, in: view) else { return nil }
        let checked = try check.check(taken)
        try rules.check(checked)
        return checked
    }
}
