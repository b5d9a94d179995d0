import Foundation
import Reading
import Shared

/// Saves checked findings in one transaction, some thousands at a time.
struct BulkSaving {
    let client: AuditClient
    let view: AuditView
    /// Whether findings come from elsewhere, and take nothing away that is there.
    var importing = false

    /// - Parameter findings: Gives all of them, one after the other; called again when the disk
    ///   was full and the reserve made room.
    func save(
        states: Int, isRehearsal: Bool, _ findings: (BulkTransaction) throws -> Void
    ) throws -> RecordingSummary {
        var generator = SystemRandomNumberGenerator()
        let saved = try client.recorder.saveMany(
            in: view.audit, at: client.now, isRehearsal: isRehearsal, using: &generator
        ) { session, save in
            try withoutActuallyEscaping(save) { save in
                let transaction = BulkTransaction(session, view, importing, save)
                try findings(transaction)
                try transaction.finish()
                session = transaction.session
                return transaction.told
            }
        }
        return saved.result.summary(
            states: states, changes: saved.changes, warnings: isRehearsal ? [] : saved.warnings)
    }
}

/// One transaction in which findings are saved as they come; nothing else reads the database then.
final class BulkTransaction {
    private static let findingsAtATime = 4_096
    private static let bytesAtATime = 4 * 1024 * 1024

    fileprivate private(set) var session: RecordingSession
    fileprivate private(set) var told = BulkResult()
    private let view: AuditView
    private let importing: Bool
    private let save: (RecordDraft, inout RecordingSession) throws -> Void
    private var drafts: BulkDrafts

    fileprivate init(
        _ session: RecordingSession, _ view: AuditView, _ importing: Bool,
        _ save: @escaping (RecordDraft, inout RecordingSession) throws -> Void
    ) {
        self.session = session
        self.view = view
        self.importing = importing
        self.save = save
        drafts = BulkDrafts(view)
    }

    func take(_ checked: FindingCheck.Checked) throws {
        let isFull = drafts.count >= Self.findingsAtATime || drafts.bytes >= Self.bytesAtATime
        if isFull, drafts.last != checked.state { try finish() }
        drafts.add(checked)
    }

    /// Counts a row of which nothing is taken.
    func passOver() { told.passedOver.rows += 1 }

    /// The language that a component state's screen reader is said to speak.
    func language(of state: StateID) -> String? {
        // A record that cannot be read is told when the finding is saved.
        (try? session.record(.state(view.audit, state))).flatMap { view.item($0).readerLanguage }
    }

    /// Saves what was taken and not saved yet.
    fileprivate func finish() throws {
        var drafts = drafts
        self.drafts = BulkDrafts(view)
        for id in drafts.newcomerIDs
        where try session.record(.component(view.audit, id)).changes.isEmpty {
            told.note(drafts.newcomerName(id), in: \.newComponents)
        }
        for (state, edits) in drafts.edits {
            let record = try session.record(.state(view.audit, state))
            var edits = edits
            if importing {
                edits = record.importing(edits, by: view.person, &told.passedOver)
                drafts.replace(state, edits)
            }
            note(edits, on: state, over: record)
        }
        told.note(drafts)
        told.unsettled.formUnion(view.contestedBuildSentences(on: drafts.edits.map(\.state)))
        for draft in drafts.drafts() { try save(draft, &session) }
    }

    /// How edits stand to what others said: differing verdicts, and withdrawals.
    private func note(
        _ edits: [FieldEdit], on state: StateID, over record: Record
    ) {
        let component = view.components[state.component]?.withdrawals ?? []
        told.disagreements += edits.count { edit in
            guard edit.field.name == .judgement, let value = edit.value else { return false }
            return record.isDisputed(
                value, on: edit.field.criterion, by: view.person, under: component)
        }
        guard !component.isEmpty || !record.withdrawals.isEmpty else { return }
        let item = view.item(record)
        for note in item.withdrawalNotes(in: view) {
            told.note(
                RecordingSummary.Withdrawn(state: item.name, note: note), in: \.withdrawn)
        }
    }
}

/// What is told in the end of findings that were saved.
struct BulkResult {
    /// More of a kind is counted: nobody reads them all.
    private static let listedMax = 1_000

    var findings = 0
    var newComponents: [String] = []
    var renamed: [String] = []
    var otherwise: [AnnouncementSuggestion] = []
    var otherwiseCount = 0
    var disagreements = 0
    var withdrawn: [RecordingSummary.Withdrawn] = []
    var unsettled: Set<String> = []
    var untold = 0
    var passedOver = RecordingSummary.PassedOver()

    mutating func note<One: Equatable>(_ one: One, in list: WritableKeyPath<BulkResult, [One]>) {
        if self[keyPath: list].last == one { return }
        if self[keyPath: list].count < Self.listedMax {
            self[keyPath: list].append(one)
        } else {
            untold += 1
        }
    }

    mutating func note(_ drafts: BulkDrafts) {
        findings += drafts.count
        otherwiseCount += drafts.otherwise.count
        otherwise += drafts.otherwise.prefix(Self.listedMax - otherwise.count)
        for clause in drafts.renamed where !renamed.contains(clause) {
            note(clause, in: \.renamed)
        }
    }

    func summary(states: Int, changes: Int, warnings: [String]) -> RecordingSummary {
        RecordingSummary(
            findings: findings, states: findings > 0 ? states : 0, changes: changes,
            newComponents: newComponents, renamed: renamed, otherwise: otherwise,
            otherwiseCount: otherwiseCount, disagreements: disagreements,
            withdrawn: withdrawn, unsettled: unsettled.sorted(), warnings: warnings,
            untold: untold, passedOver: passedOver)
    }
}
