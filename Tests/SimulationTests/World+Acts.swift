import Client
import Foundation
import Reading
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
                    Drafts.text(anyText())))
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
        let key = laptops[index].forms[form].key
        for part in Self.parts(of: edits) {
            let context = laptops[index].forms[form].context
            let saved = try save(RecordDraft(key: key, edits: part, form: context), laptop: index)
            if let saved { laptops[index].forms[form].context.note(saved) }
        }
    }

    /// Elements of sets and comments have changes of their own, and each change its own deed.
    private static func parts(of edits: [FieldEdit]) -> [[FieldEdit]] {
        let isApart = { (edit: FieldEdit) in
            [.evidence, .tag, .link, .comment].contains(edit.field.name)
        }
        let together = edits.filter { !isApart($0) }
        return (together.isEmpty ? [] : [together]) + edits.filter(isApart).map { [$0] }
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
        let shown = record.registers()
            .filter { $0.field.criterion == criterion && $0.field.name != .withdrawn }
            .flatMap(\.siblings)
        try withdraw(
            shown, at: FieldID(criterion: criterion, .withdrawn), of: key, by: index)
    }

    /// Many small remarks at once, more than one batch takes over a bad line.
    mutating func recordMany(_ index: Int) throws {
        // One guideline pasted into all findings of one state fills its author's share before long.
        let pasted = writesLong && generator.chance(70) ? Self.guideline : nil
        let key = pasted == nil ? try anyState(of: index) : state("expanded", of: audits[0])
        for _ in 0..<17 + generator.below(12) {
            let text = pasted ?? anyText()
            let comment = FieldID(
                criterion: generator.pick(criteria), .comment,
                AuditID.random(using: &generator).hex)
            try save(
                RecordDraft(key: key, edits: [FieldEdit(comment, Drafts.text(text))]),
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
        let time = laptopTime()
        let body = ChangeBody(
            author: author, act: .edit, writes: [write], sees: VersionVector(),
            wallTime: Int64(time.timeIntervalSince1970 * 1_000))
        let saved = try laptops[index].store.record(key.audit, at: time) { session in
            try session.append(body, of: key)
        }
        let meaning = Oracle.Meaning(
            word: write.value.map { Oracle.Word(author: author, value: $0) },
            replaced: Set(own.map(\.deed)))
        for change in saved { note(change, [write.field: meaning], laptop: index) }
    }

    /// What a laptop takes for the time, different for every save: the oracle knows each by it.
    ///
    /// Now and then it is years off, which must decide nothing.
    mutating func laptopTime() -> Date {
        deeds += 1
        var day = Int(now.timeIntervalSince1970) / 86_400
        if generator.chance(20) {
            goals[.clockJumped, default: 0] += 1
            day += generator.below(4_000) - 2_000
        }
        // Half a millisecond more, so that no rounding takes the last digit away.
        let milliseconds = Double(deeds) + 0.5
        return Date(timeIntervalSince1970: Double(day * 86_400) + milliseconds / 1_000)
    }

    /// Saves a draft, and tells the oracle what its form showed.
    ///
    /// - Parameter about: The deeds that a withdrawal lists, or a decision settles.
    /// - Returns: Nil when there was nothing to save, or no room in the author's share.
    @discardableResult
    mutating func save(
        _ draft: RecordDraft, laptop index: Int, about: [FieldID: Set<Deed>] = [:]
    ) throws -> Change? {
        let parts = Self.parts(of: draft.edits)
        if parts.count > 1 {
            return try parts.map { part in
                let draft = RecordDraft(
                    key: draft.key, act: draft.act, edits: part, form: draft.form)
                return try save(draft, laptop: index, about: about)
            }.compactMap(\.self).first
        }
        let store = laptops[index].store
        let shown =
            try draft.form
            ?? FormContext(showing: store.record(draft.key) ?? Record(key: draft.key))
        let saved: [Change]
        do {
            saved = try Recorder(store: store).save(
                [draft], in: draft.key.audit, at: laptopTime(), using: &generator)
        } catch AuditError.invalid(let reason) where writesLong && reason.contains("above") {
            // Said before anything is saved, and of her own work alone.
            goals[.shareFull, default: 0] += 1
            return nil
        }
        let author = laptops[index].person
        var former: [FieldID: Set<Deed>] = [:]
        let words = saved.filter { $0.body.author == author }
        for change in saved.filter({ $0.body.author != author }) + words {
            var meanings: [FieldID: Oracle.Meaning] = [:]
            let isFormer = change.body.author != author
            for write in change.body.writes {
                // What she typed, not what became of it.
                let value = draft.edits.first { $0.field == write.field }?.value
                let showed = shown.shown[write.field] ?? []
                let replaced = Self.replaced(
                    write, isFormer ? showed.filter { $0.value != value } : showed,
                    by: change.body.author, act: change.body.act)
                // What else she said under her other id goes too, in a change of its own.
                if isFormer { former[write.field, default: []].formUnion(replaced) }
                meanings[write.field] = Oracle.Meaning(
                    word: isFormer ? nil : value.map { Oracle.Word(author: author, value: $0) },
                    replaced: isFormer ? [] : replaced, former: former[write.field] ?? [],
                    about: about[write.field] ?? [])
            }
            if isFormer { goals[.formerWordChanged, default: 0] += 1 }
            note(change, meanings, laptop: index)
        }
        return words.last ?? saved.last
    }

    private mutating func note(
        _ change: Change, _ meanings: [FieldID: Oracle.Meaning], laptop index: Int
    ) {
        laptops[index].savedSinceBackup.insert(change.deed)
        laptops[index].saved.insert(change.deed)
        oracle.note(change, meanings)
    }

    /// Whose words a save takes away, in the words of docs/merge.md, apart from the product's code.
    static func replaced(
        _ write: Write, _ shown: [Sibling], by author: PersonID, act: Act
    ) -> Set<Deed> {
        let isOwn =
            [.judgement, .comment].contains(write.field.name)
            || write.field.name == .withdrawn && act != .decision
        return Set(shown.filter { !isOwn || $0.author == author }.map(\.deed))
    }
}
