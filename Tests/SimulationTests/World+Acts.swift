import Client
import Foundation
import Shared
import TestSupport

/// What people do in the simulation.
extension World {
    mutating func open(_ index: Int) throws {
        let key = try anyState(of: index)
        let record = try laptops[index].store.record(key) ?? Record(key: key)
        if laptops[index].forms.contains(where: { $0.key == key }) {
            goals[.twoFormsOpen, default: 0] += 1
        }
        laptops[index].forms.append(
            Laptop.Form(key: key, context: FormContext(showing: record)))
        if laptops[index].forms.count > 3 { laptops[index].forms.removeFirst() }
    }

    mutating func edit(_ index: Int) throws {
        guard !laptops[index].forms.isEmpty else { return try open(index) }
        let form = generator.below(laptops[index].forms.count)
        let criterion = generator.pick(criteria)
        var edits: [FieldEdit] = []
        if generator.chance(70) {
            edits.append(
                FieldEdit(FieldID(criterion: criterion, .judgement), anyJudgement()))
        }
        if generator.chance(40) || edits.isEmpty {
            edits.append(
                FieldEdit(
                    FieldID(criterion: criterion, .note),
                    Drafts.text("note \(generator.below(4))")))
        }
        if generator.chance(5) {
            let file = Hash256(of: [UInt8(generator.below(4))])
            let evidence = FieldID(criterion: criterion, .evidence, file.hex)
            edits.append(FieldEdit(evidence, generator.chance(60) ? .present : nil))
        }
        if generator.chance(10) {
            let tag = FieldID(criterion: criterion, .tag, "t\(generator.below(3))")
            edits.append(FieldEdit(tag, generator.chance(60) ? .present : nil))
        }
        try edit(index, form: form, edits)
    }

    mutating func edit(_ index: Int, form: Int, _ edits: [FieldEdit]) throws {
        let context = laptops[index].forms[form].context
        let key = laptops[index].forms[form].key
        let saved = try save(RecordDraft(key: key, edits: edits, form: context), laptop: index)
        if let saved { laptops[index].forms[form].context.note(saved) }
    }

    mutating func anyJudgement() -> FieldValue? {
        switch generator.below(6) {
        case 0: nil
        case 1: .judgement(.failed(.serious, .app))
        case 2: .judgement(.failed(.minor, .app))
        case 3: .judgement(.cantTell)
        default: .judgement(.passed)
        }
    }

    mutating func withdraw(_ index: Int) throws {
        let key = try anyState(of: index)
        let criterion = generator.pick(criteria)
        let record = try laptops[index].store.record(key) ?? Record(key: key)
        let covered = record.registers()
            .filter { $0.field.criterion == criterion && $0.field.name != .withdrawn }
            .flatMap(\.siblings).map(\.edit)
        let withdrawal = Withdrawal(
            reason: Text(normalizing: "wrong screen"), covers: Array(Set(covered)))
        let field = FieldID(criterion: criterion, .withdrawn)
        // A lead's is written as a decision now and then, which may cover everybody's words.
        let act: Act = try leads(index, key.audit) && generator.chance(50) ? .decision : .edit
        try save(
            RecordDraft(
                key: key, act: act, edits: [FieldEdit(field, .withdrawal(withdrawal))]),
            laptop: index)
    }

    /// Many small remarks at once, more than one batch takes over a bad line.
    mutating func recordMany(_ index: Int) throws {
        let key = try anyState(of: index)
        for _ in 0..<17 + generator.below(12) {
            let comment = FieldID(
                criterion: generator.pick(criteria), .comment,
                AuditID.random(using: &generator).hex)
            try save(
                RecordDraft(key: key, edits: [FieldEdit(comment, Drafts.text("Said twice."))]),
                laptop: index)
        }
    }

    /// Something that only a lead may do; from a tester it must be set aside.
    mutating func overreach(_ index: Int) throws {
        let edit = FieldEdit(FieldID(.title), Drafts.text("title \(generator.below(9))"))
        try save(
            RecordDraft(key: .plan(generator.pick(audits)), act: .plan, edits: [edit]),
            laptop: index)
    }

    /// A program that does not keep to the rules: it names a colleague's verdict as replaced, which
    /// must do nothing, or says what no rule allows, which must be rejected and block nothing.
    mutating func forge(_ index: Int) throws {
        let key = try anyState(of: index)
        let criterion = generator.pick(criteria)
        let field = FieldID(criterion: criterion, .judgement)
        let record = try laptops[index].store.record(key) ?? Record(key: key)
        let author = laptops[index].person
        let others = record.siblings(of: field).filter { $0.author != author }
        let own = record.siblings(of: field).filter { $0.author == author }
        let write =
            generator.chance(30)
            ? Write(field: FieldID(.title), value: Drafts.text("not here"), replaces: [])
            : Write(
                field: field, value: .judgement(.inapplicable),
                replaces: (own + others).map(\.edit))
        let body = ChangeBody(
            author: author, act: .edit, writes: [write], sees: VersionVector(), wallTime: 0)
        let saved = try laptops[index].store.record(key.audit, at: laptopTime()) { session in
            try session.append(.first(body, of: key))
        }
        for change in saved {
            note(change, replaced: [field: Set(own.map(\.edit))], laptop: index)
        }
    }

    /// What a laptop takes for the time: now and then it is years off, which must decide nothing.
    private mutating func laptopTime() -> Date {
        guard generator.chance(20) else { return now }
        goals[.clockJumped, default: 0] += 1
        return now.addingTimeInterval(Double(generator.below(4_000) - 2_000) * 86_400)
    }

    /// Saves a draft, and tells the oracle what its form showed.
    @discardableResult
    mutating func save(_ draft: RecordDraft, laptop index: Int) throws -> Change? {
        let store = laptops[index].store
        let shown =
            try draft.form
            ?? FormContext(showing: store.record(draft.key) ?? Record(key: draft.key))
        let saved = try Recorder(store: store).save(
            [draft], in: draft.key.audit, at: laptopTime(), using: &generator)
        guard let change = saved.first else { return nil }
        var replaced: [FieldID: Set<EditID>] = [:]
        for write in change.body.writes {
            let siblings = shown.shown[write.field] ?? []
            replaced[write.field] = Self.replaced(
                write, siblings, by: laptops[index].person, act: change.body.act)
        }
        note(change, replaced: replaced, laptop: index)
        return change
    }

    private mutating func note(
        _ change: Change, replaced: [FieldID: Set<EditID>], laptop index: Int
    ) {
        laptops[index].savedSinceBackup.insert(change.edit)
        laptops[index].saved.insert(change.edit)
        oracle.note(change, replaced: replaced)
    }

    /// Whose words a save takes away, in the words of docs/merge.md, apart from the product's code.
    static func replaced(
        _ write: Write, _ shown: [Sibling], by author: PersonID, act: Act
    ) -> Set<EditID> {
        let isOwn =
            [.judgement, .comment].contains(write.field.name)
            || write.field.name == .withdrawn && act != .decision
        return Set(shown.filter { !isOwn || $0.author == author }.map(\.edit))
    }
}
