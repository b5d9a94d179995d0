import Client
import Foundation
import Shared
import TestSupport

/// What people do in the simulation.
extension World {
    mutating func open(_ index: Int) throws {
        let key = generator.pick(states)
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

    mutating func decide() throws {
        let key = generator.pick(states)
        guard let record = try laptops[0].store.record(key) else { return }
        let criterion = generator.pick(criteria)
        let form = FormContext(showing: record)
        let edit =
            generator.chance(15)
            ? FieldEdit(FieldID(criterion: criterion, .decision), nil)
            : Drafts.decision(
                generator.chance(50) ? .passed : .failed(.serious, .app), reason: "seen again",
                rule: nil, criterion: criterion, showing: form)
        let draft = RecordDraft(key: key, act: .decision, edits: [edit], form: form)
        try save(draft, laptop: 0)
    }

    mutating func withdraw(_ index: Int) throws {
        let field = FieldID(criterion: generator.pick(criteria), .withdrawn)
        try save(
            RecordDraft(
                key: generator.pick(states),
                edits: [FieldEdit(field, .withdrawal(Text(normalizing: "wrong screen")))]),
            laptop: index)
        goals[.withdrawn, default: 0] += 1
    }

    /// Something that only a lead may do; from a tester it must be set aside.
    mutating func overreach(_ index: Int) throws {
        let edit = FieldEdit(FieldID(.title), Drafts.text("title \(generator.below(9))"))
        try save(RecordDraft(key: .plan(audit), act: .plan, edits: [edit]), laptop: index)
    }

    /// The lead makes a tester a reader, or a tester again; what the other records meanwhile is set
    /// aside, and what she records later must still replace what that had replaced.
    mutating func assignRole() throws {
        let person = laptops[1 + generator.below(laptops.count - 1)].person
        let role: Role = generator.chance(50) ? .reader : .tester
        try save(
            RecordDraft(
                key: .plan(audit), act: .plan,
                edits: Drafts.person(person, name: "tester", role: role)), laptop: 0)
    }

    /// Claims to have seen a conflict, and names somebody else's verdict all the same.
    ///
    /// The form showed that verdict alone. The server must refuse the change, and later saves build
    /// on the refused one.
    mutating func forge(_ index: Int) throws {
        for (place, form) in laptops[index].forms.enumerated() {
            let record = try laptops[index].store.record(form.key) ?? Record(key: form.key)
            for criterion in criteria {
                let field = FieldID(criterion: criterion, .judgement)
                let shown = form.context.shown[field] ?? []
                let standing = record.siblings(of: field)
                guard let only = shown.first, shown.count == 1,
                    only.author != laptops[index].person,
                    standing.contains(where: { $0.edit == only.edit }),
                    Set(standing.map(\.value)).count > 1
                else { continue }
                laptops[index].forms[place].context.sees = record.context
                return try edit(index, form: place, [FieldEdit(field, .judgement(.inapplicable))])
            }
        }
    }

    /// What a laptop takes for the time: now and then it is years off, which must decide nothing.
    private mutating func clock() -> Date {
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
            [draft], in: audit, at: clock(), using: &generator)
        guard let change = saved.first else { return nil }
        laptops[index].savedSinceBackup.insert(change.edit)
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
