package import Foundation
import Reading
package import Shared

/// The only writer of local edits: drafts in, changes in the own chain out.
///
/// It works out what each save names (docs/merge.md, "What a save names"), checks every limit
/// before anything is written, and saves all drafts of a call in one transaction or none.
package struct Recorder: Sendable {
    private let store: ClientStore
    private let limits: Limits

    package init(store: ClientStore, limits: Limits = .standard) {
        self.store = store
        self.limits = limits
    }

    /// Saves drafts, durable when this returns; one that says what is there already is left out.
    ///
    /// - Returns: The changes that were written: of a draft at most one for what replaces
    ///   something, one for elements of sets, and one for each comment.
    /// - Throws: `AuditError.invalid` before anything is written; `StorageError`.
    @discardableResult
    package func save(
        _ drafts: [RecordDraft], in audit: AuditID, at now: Date,
        using generator: inout some RandomNumberGenerator
    ) throws -> [Change] {
        let pieces = drafts.map { $0.pieces.map { (draft: $0, salt: generator.next()) } }
        return try store.record(audit, at: now) { session in
            for draft in pieces {
                var lifted: Set<FieldID> = []
                for (piece, salt) in draft {
                    _ = try save(piece, salt, at: now, besides: &lifted, in: &session)
                }
            }
            try Self.checkQuota(session)
        }
    }

    /// Saves drafts as they are made, all of them or none, and keeps none of them in memory.
    ///
    /// - Parameters:
    ///   - isRehearsal: Whether all is done, and then undone.
    ///   - body: Makes them; called again when the disk was full and the reserve made room.
    package func saveMany<Result>(
        in audit: AuditID, at now: Date, isRehearsal: Bool = false,
        using generator: inout some RandomNumberGenerator,
        _ body: (
            inout RecordingSession, _ save: (RecordDraft, inout RecordingSession) throws -> Void
        ) throws -> Result
    ) throws -> (result: Result, changes: Int, warnings: [String]) {
        var random = generator
        defer { generator = random }
        return try store.recordMany(audit, at: now, isRehearsal: isRehearsal) { session in
            var told: Set<String> = []
            let result = try body(&session) { draft, session in
                var lifted: Set<FieldID> = []
                for piece in draft.pieces {
                    let change = try save(
                        piece, random.next(), at: now, besides: &lifted, in: &session)
                    guard let change, told.count < Self.warningsMax else { continue }
                    told.formUnion(warnings(after: change, in: try session.record(change.key)))
                }
            }
            try Self.checkQuota(session)
            return (result, session.count, told.sorted())
        }
    }

    private static let warningsMax = 1_000

    /// The change that was written, beside what goes with it; nil where all was said already.
    private func save(
        _ piece: RecordDraft, _ salt: UInt64, at now: Date, besides lifted: inout Set<FieldID>,
        in session: inout RecordingSession
    ) throws -> Change? {
        let former = try session.home.otherNames.compactMap {
            try words(of: $0, replacedBy: piece, at: now, in: &session)
        }
        let record = try session.record(piece.key)
        let body = try body(
            of: piece, over: record, salt, at: now, besides: &lifted, in: &session)
        var change: Change?
        if let body {
            let appended = try session.append(body, of: piece.key)
            try check(appended, over: record)
            change = appended
        }
        // Last: half a save, as a torn journal leaves it, has then lost nothing.
        for body in former { try session.append(body, of: piece.key) }
        return change
    }

    /// What no server would keep is not said to be saved.
    private static func checkQuota(_ session: RecordingSession) throws {
        guard session.count > 0, let quota = try session.logQuota(), quota.isExhausted
        else { return }
        throw AuditError.invalid(
            "your work in this audit has used \(quota.percent) % of what its server grants you, "
                + "and nothing new is saved from 150 % on. All that you saved is kept on this "
                + "laptop. Ask whoever runs the server to grant more, then sync")
    }

    /// A sentence for each record and bound that a saved change leaves four fifths used.
    package func warnings(after changes: [Change]) throws -> [String] {
        var warnings: [String] = []
        for change in changes {
            guard let record = try store.record(change.key) else { continue }
            warnings += self.warnings(after: change, in: record)
        }
        var told: Set<String> = []
        return warnings.filter { told.insert($0).inserted }
    }

    private func warnings(after change: Change, in record: Record) -> [String] {
        record.nearlyFull(around: change, limits: limits).map { clause in
            "You have used \(clause) \(change.key.placeInWords): when that is full, nothing "
                + "more is saved there until you take back or shorten something."
        }
    }

    /// Counts the changes that saving would write, and writes nothing.
    package func rehearse(_ drafts: [RecordDraft], in audit: AuditID, at now: Date) throws -> Int {
        var count = 0
        _ = try store.record(audit, at: now) { session in
            var lifted: Set<FieldID> = []
            for draft in drafts.flatMap(\.pieces) {
                let record = try session.record(draft.key)
                let body = try body(
                    of: draft, over: record, 0, at: now, besides: &lifted, in: &session)
                guard let body else { continue }
                let dot = Dot(replica: session.home.replica, n: 1)
                try check(Change(key: draft.key, dot: dot, body: body), over: record)
                count += 1
            }
        }
        return count
    }

    /// - Parameter lifted: The withdrawals that an earlier piece of the draft has taken back.
    private func body(
        of draft: RecordDraft, over record: Record, _ salt: UInt64, at now: Date,
        besides lifted: inout Set<FieldID>, in session: inout RecordingSession
    ) throws -> ChangeBody? {
        let form = draft.form ?? FormContext(showing: record)
        // Nearly every save replaces nothing, and then nobody need look.
        var notApplied: [Change]?
        let author = session.home.person
        var writes: [Write] = []
        let news = draft.edits.filter {
            Self.isNews($0, beside: form.shown[$0.field] ?? [], by: author)
        }
        if draft.asksAuthor {
            let unseen = news.map {
                (field: $0.field, standing: form.unseen($0.field, in: record, by: author))
            }
            .filter { !$0.standing.isEmpty }
            guard unseen.isEmpty else { throw UnseenJudgement(verdicts: unseen) }
        }
        // What says nothing new does not take a withdrawal back either.
        let ends = news.isEmpty ? [] : Self.endOfWithdrawal(draft, form: form)
        let lifting = ends.filter { lifted.insert($0.field).inserted }
        writes.reserveCapacity(news.count + lifting.count)
        for edit in lifting.isEmpty ? news : news + lifting {
            guard edit.field.path.utf8.count <= FieldID.pathBytesMax else {
                throw AuditError.invalid("a tag, link or name is too long for any record")
            }
            guard !edit.isBlankName else {
                throw AuditError.invalid(
                    "a name must say something, and this \(edit.kind) is empty")
            }
            let shown = form.shown[edit.field] ?? []
            let named = Replacement.named(of: shown, field: edit.field, by: author, act: draft.act)
            // Taking away what is not there says nothing.
            if edit.value == nil, named.isEmpty { continue }
            if !named.isEmpty, notApplied == nil { notApplied = try session.notApplied(draft.key) }
            writes.append(
                Write(
                    field: edit.field, value: edit.value,
                    replaces: Replacement.closed(named, field: edit.field, over: notApplied ?? []),
                    knew: edit.field.name == .judgement
                        ? form.known(at: edit.field, by: author) : []))
        }
        guard !writes.isEmpty else { return nil }
        return ChangeBody(
            author: author, act: draft.act, writes: writes,
            sees: form.seen(by: session.home.replica, atMost: limits.seesEntriesMax),
            wallTime: Int64(now.timeIntervalSince1970 * 1000),
            salt: writes.contains { $0.value?.holdsFreeText == true }
                ? withUnsafeBytes(of: salt.bigEndian) { Array($0) } : [])
    }

    /// The removal of what she had said under another id of hers, and a save replaces.
    ///
    /// Nobody's judgement goes by a change in another name, and no reader knows who is one person.
    /// But this device speaks for that id as well, by its first key or by the server's word, so the
    /// removal is written in its name.
    private func words(
        of former: PersonID, replacedBy draft: RecordDraft, at now: Date,
        in session: inout RecordingSession
    ) throws -> ChangeBody? {
        guard draft.act == .edit else { return nil }
        let form = try draft.form ?? FormContext(showing: session.record(draft.key))
        let writes = try draft.edits.compactMap { edit -> Write? in
            guard [.judgement, .comment, .withdrawn].contains(edit.field.name) else { return nil }
            let other = (form.shown[edit.field] ?? []).filter { $0.value != edit.value }
            let named = Replacement.named(of: other, field: edit.field, by: former, act: .edit)
            guard !named.isEmpty else { return nil }
            let closed = Replacement.closed(
                named, field: edit.field, over: try session.notApplied(draft.key))
            return Write(field: edit.field, value: nil, replaces: closed)
        }
        guard !writes.isEmpty else { return nil }
        return ChangeBody(
            author: former, act: .edit, writes: writes,
            sees: form.seen(by: session.home.replica, atMost: limits.seesEntriesMax),
            wallTime: Int64(now.timeIntervalSince1970 * 1000))
    }

    /// An edit of something withdrawn that saw the withdrawal takes it back in the same change.
    private static func endOfWithdrawal(_ draft: RecordDraft, form: FormContext) -> [FieldEdit] {
        guard draft.act == .edit, form.shown.keys.contains(where: { $0.name == .withdrawn })
        else { return [] }
        let criteria = Set(draft.edits.map(\.field.criterion))
        let edited = Set(draft.edits.map(\.field))
        return criteria.sorted().compactMap { criterion in
            let field = FieldID(criterion: criterion, .withdrawn)
            guard !edited.contains(field), form.shown[field]?.isEmpty == false else { return nil }
            return FieldEdit(field, nil)
        }
    }

    /// Whether an edit would say anything that its author does not say already.
    private static func isNews(
        _ edit: FieldEdit, beside shown: [Sibling], by author: PersonID
    ) -> Bool {
        guard let value = edit.value else {
            return edit.field.name != .judgement || shown.contains { $0.author == author }
        }
        switch edit.field.name {
        case .judgement:
            // The same verdict of somebody else is endorsed; one's own is not repeated.
            let own = shown.filter { $0.author == author }
            return own.isEmpty || own.contains { $0.value != value }
        // A group that is set stays, with everybody in it, whoever takes it away meanwhile.
        case .decision, .group, .member: return true
        default:  // open set: plain registers; the value that stands alone is not repeated
            return shown.count != 1 || shown[0].value.typed != value
        }
    }

    /// Nothing is said to be saved that a server would have no room for.
    private func check(_ change: Change, over record: Record) throws {
        do {
            try change.check(limits)
        } catch {
            throw AuditError.invalid(error.reason)
        }
        guard let excess = record.excess(of: change, limits: limits) else { return }
        throw AuditError.invalid(
            "this would be \(excess) \(change.key.placeInWords); take back or shorten something "
                + "first")
    }
}

extension FieldEdit {
    /// Whether it would give something a name that nobody can read or type.
    fileprivate var isBlankName: Bool {
        let kind = field.name?.register.kind
        guard kind == .name || kind == .roleOrLabel, case .text(let text) = value else {
            return false
        }
        return text.string.allSatisfy(\.isWhitespace)
    }

    fileprivate var kind: String {
        field.name == .person ? "person's name" : field.name?.rawValue ?? "name"
    }
}

extension FieldValue {
    /// Whether somebody who knows only a hash of it could guess it back without a salt.
    fileprivate var holdsFreeText: Bool {
        switch self {
        case .text, .decision, .withdrawal, .round, .signOff, .opaque: true
        case .judgement, .present, .number, .role, .policy: false
        }
    }
}

extension RecordKey {
    fileprivate var placeInWords: String {
        switch self {
        case .plan: "in the plan"
        case .component: "on one component"
        case .state: "on one component state"
        case .other: "on one thing of a later version"
        }
    }
}
