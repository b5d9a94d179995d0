import Shared

/// Persons at forms: they open them, save from them, and save again.
extension World {
    mutating func open(at place: Int) {
        let laptop = laptops[place]
        guard laptop.forms.count < (features.contains(.tabs) ? 3 : 1) else {
            laptops[place].forms.remove(at: 0)
            return
        }
        let key = generator.pick(Self.keys)
        let shown = laptop.shown(key)
        laptops[place].forms.append(
            ModelLaptop.Form(
                key: key,
                shown: Dictionary(
                    uniqueKeysWithValues: Self.fields.map { ($0, shown.siblings(of: $0)) }),
                sees: shown.context, saw: Set(known(at: place, key).accepted)))
    }

    mutating func save(at place: Int) {
        guard !laptops[place].forms.isEmpty else { return }
        let index = generator.below(laptops[place].forms.count)
        let form = laptops[place].forms[index]
        let isLead = laptops[place].author == Sample.person(1)
        let decides = features.contains(.decisions) && generator.chance(isLead ? 40 : 3)
        let values = decides ? [Sample.decision: decision(on: form)] : chosenValues(on: form)
        let change = write(values, on: form, at: place, act: decides ? .decision : .edit)
        note(change, values, on: form, at: place)
        laptops[place].record(change)
        showOwn(change, at: place, form: index)
        if generator.chance(40) { laptops[place].forms.remove(at: index) }
    }

    // MARK: What is written

    private mutating func chosenValues(on form: ModelLaptop.Form) -> [FieldID: FieldValue?] {
        let both = generator.shuffled([Sample.judgement, Sample.note])
        var values: [FieldID: FieldValue?] = [:]
        for field in both.prefix(generator.chance(30) ? 2 : 1) {
            let canRemove = form.shown[field]?.isEmpty == false
            values[field] = canRemove && generator.chance(10) ? .some(nil) : value(of: field)
        }
        return values
    }

    private mutating func value(of field: FieldID) -> FieldValue {
        field == Sample.note
            ? .text(Text(normalizing: "note \(generator.below(1_000))"))
            : .judgement(generator.pick([.passed, .cantTell, .failed(.serious, .app)]))
    }

    private mutating func decision(on form: ModelLaptop.Form) -> FieldValue {
        .decision(
            Decision(
                judgement: generator.pick([.passed, .cantTell]),
                settled: (form.shown[Sample.judgement] ?? []).map(\.edit),
                reason: Text(normalizing: "reason \(generator.below(1_000))")))
    }

    private func write(
        _ values: [FieldID: FieldValue?], on form: ModelLaptop.Form, at place: Int, act: Act
    ) -> Change {
        let laptop = laptops[place]
        let chain = laptop.chains[laptop.chains.count - 1]
        return Change(
            key: form.key,
            dot: Dot(replica: chain.replica, n: UInt64(chain.changes.count + 1)),
            body: ChangeBody(
                author: laptop.author, act: act,
                writes: values.compactMap { write($0, $1, on: form, laptop) }, sees: form.sees,
                wallTime: 0))
    }

    private func write(
        _ field: FieldID, _ value: FieldValue?, on form: ModelLaptop.Form, _ laptop: ModelLaptop
    ) -> Write? {
        if field == Sample.decision, rules.fault == .decisionAmongJudgements {
            return Write(
                field: Sample.judgement,
                value: (value?.decision?.judgement).map(FieldValue.judgement),
                replaces: (form.shown[Sample.judgement] ?? []).map(\.edit))
        }
        let shown = form.shown[field] ?? []
        var names = shown.map(\.edit)
        if field == Sample.judgement {
            names = Replacement.ofJudgement(value?.judgement, shown: shown, by: laptop.author)
        }
        if rules.fault != .namesWithoutClosure {
            names = Replacement.closed(names, field: field, over: laptop.unconfirmed(form.key))
        }
        return value == nil && names.isEmpty
            ? nil : Write(field: field, value: value, replaces: names)
    }

    // MARK: What the ledger and the form keep of it

    private mutating func note(
        _ change: Change, _ values: [FieldID: FieldValue?], on form: ModelLaptop.Form,
        at place: Int
    ) {
        let open = Set(laptops[place].unconfirmed(form.key).map(\.edit))
        var meaning: [FieldID: Oracle.Meaning] = [:]
        for (field, value) in values {
            let replaced = ledger.replaced(
                by: value, in: field, of: laptops[place].author,
                seeing: (form.shown[field] ?? []).map(\.edit), isConfirmed: { !open.contains($0) })
            meaning[field] = Oracle.Meaning(adds: value != nil, replaces: replaced)
        }
        let entry = Ledger.Entry(
            key: form.key, author: laptops[place].author, meaning: meaning,
            values: values.compactMapValues(\.self), saw: form.saw,
            isInvalid: change.body.writes.isEmpty
                || features.contains(.refusals) && generator.chance(15))
        ledger.note(change, entry)
    }

    /// After a save the form shows its own edit and nothing else.
    private mutating func showOwn(_ change: Change, at place: Int, form index: Int) {
        let own = Record.after([change], key: change.key)
        for write in change.body.writes {
            laptops[place].forms[index].shown[write.field] = own.siblings(of: write.field)
        }
        laptops[place].forms[index].sees.raise(to: change.dot)
        laptops[place].forms[index].saw.insert(change.edit)
    }
}
