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
        let field = FieldID(criterion: generator.pick(criteria), .withdrawn)
        try save(
            RecordDraft(
                key: try anyState(of: index),
                edits: [FieldEdit(field, .withdrawal(Text(normalizing: "wrong screen")))]),
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

    /// Claims to have seen a conflict, and names somebody else's verdict all the same.
    ///
    /// Its form shows that verdict alone. The server must refuse the change while the conflict
    /// lasts, and later saves build on the refused one.
    mutating func forge(_ index: Int) throws {
        let key = try anyState(of: index)
        guard let record = try laptops[index].store.record(key) else { return }
        for criterion in criteria {
            let field = FieldID(criterion: criterion, .judgement)
            let standing = record.siblings(of: field)
            guard Set(standing.map(\.value)).count > 1,
                let only = standing.first(where: { $0.author != laptops[index].person })
            else { continue }
            var form = FormContext(showing: record)
            form.shown[field] = [only]
            try save(
                RecordDraft(
                    key: key, edits: [FieldEdit(field, .judgement(.inapplicable))], form: form),
                laptop: index)
            return
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
        laptops[index].savedSinceBackup.insert(change.edit)
        laptops[index].saved.insert(change.edit)
        let author = laptops[index].person
        var replaced: [FieldID: Set<EditID>] = [:]
        for write in change.body.writes {
            let siblings = shown.shown[write.field] ?? []
            replaced[write.field] = Self.replaced(write, siblings, by: author)
        }
        oracle.note(change, replaced: replaced)
        return change
    }

    /// The rule for judgements in the words of docs/merge.md, apart from the product's code.
    static func replaced(
        _ write: Write, _ shown: [Sibling], by author: PersonID
    ) -> Set<EditID> {
        let all = Set(shown.map(\.edit))
        guard write.field.name == .judgement else { return all }
        let own = Set(shown.filter { $0.author == author }.map(\.edit))
        let values = Set(shown.map(\.value))
        guard let value = write.value, values.count == 1 else { return own }
        return values.contains(value) ? own : all
    }
}
