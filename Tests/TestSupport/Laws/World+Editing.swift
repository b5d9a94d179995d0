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
                sees: shown.context))
    }

    mutating func save(at place: Int) {
        guard !laptops[place].forms.isEmpty else { return }
        let index = generator.below(laptops[place].forms.count)
        let form = laptops[place].forms[index]
        let isLead = laptops[place].author == Sample.person(1)
        let act: Act =
            features.contains(.decisions) && generator.chance(isLead ? 40 : 3) ? .decision : .edit
        let values = chosenValues(on: form, by: laptops[place].author, as: act)
        let isBold = features.contains(.liars) && generator.chance(30)
        let change = write(values, on: form, at: place, act: act, isBold: isBold)
        note(change, values, on: form, at: place)
        laptops[place].record(change)
        showOwn(change, at: place, form: index)
        if generator.chance(40) { laptops[place].forms.remove(at: index) }
    }

    // MARK: What is written

    /// One or two registers with what is said there; nobody says one thing twice in a register.
    private mutating func chosenValues(
        on form: ModelLaptop.Form, by author: PersonID, as act: Act
    ) -> [FieldID: FieldValue?] {
        let hasWords = ledger.judgements(of: author, in: form.key) < Judgement.every.count
        var choice = act == .decision ? [Sample.decision] : [Sample.note]
        if act != .decision, hasWords { choice.append(Sample.judgement) }
        if features.contains(.withdrawals), generator.chance(act == .decision ? 60 : 20) {
            choice.append(Sample.withdrawn)
        }
        var values: [FieldID: FieldValue?] = [:]
        for field in generator.shuffled(choice).prefix(generator.chance(30) ? 2 : 1) {
            let canRemove = form.shown[field]?.isEmpty == false
            values[field] =
                canRemove && generator.chance(10) ? .some(nil) : value(of: field, on: form, author)
        }
        return values
    }

    private mutating func value(
        of field: FieldID, on form: ModelLaptop.Form, _ author: PersonID
    ) -> FieldValue {
        let words = Text(normalizing: "words of deed \(ledger.next)")
        let judgements = form.shown[Sample.judgement] ?? []
        switch field {
        case Sample.judgement:
            return .judgement(Judgement.every[ledger.judgements(of: author, in: form.key)])
        case Sample.decision:
            return .decision(
                Decision(
                    judgement: generator.pick([.passed, .cantTell]),
                    settled: judgements.map(\.edit), reason: words))
        case Sample.withdrawn:
            return .withdrawal(Withdrawal(reason: words, covers: judgements.map(\.edit)))
        default: return .text(words)  // open set: every other register has a text
        }
    }

    private func write(
        _ values: [FieldID: FieldValue?], on form: ModelLaptop.Form, at place: Int, act: Act,
        isBold: Bool
    ) -> Change {
        let laptop = laptops[place]
        let chain = laptop.chains[laptop.chains.count - 1]
        return Change(
            key: form.key,
            dot: Dot(replica: chain.replica, n: UInt64(chain.changes.count + 1)),
            body: ChangeBody(
                author: laptop.author, act: act,
                writes: values.compactMap { write($0, $1, on: form, laptop, act, isBold) },
                sees: form.sees, wallTime: ledger.next))
    }

    private func write(
        _ field: FieldID, _ value: FieldValue?, on form: ModelLaptop.Form, _ laptop: ModelLaptop,
        _ act: Act, _ isBold: Bool
    ) -> Write? {
        let judgements = form.shown[Sample.judgement] ?? []
        if field == Sample.decision, rules.fault == .decisionAmongJudgements {
            return Write(
                field: Sample.judgement,
                value: (value?.decision?.judgement).map(FieldValue.judgement),
                replaces: judgements.map(\.edit))
        }
        let shown = form.shown[field] ?? []
        // A liar names what is another's too.
        var names =
            isBold
            ? shown.map(\.edit)
            : Replacement.named(of: shown, field: field, by: laptop.author, act: act)
        if rules.fault != .namesWithoutClosure {
            names = Replacement.closed(names, field: field, over: laptop.unconfirmed(form.key))
        }
        if value == nil && names.isEmpty { return nil }
        let knew = Replacement.known(
            judgements: judgements, decisions: form.shown[Sample.decision] ?? [],
            by: laptop.author)
        return Write(
            field: field, value: value, replaces: names,
            knew: field == Sample.judgement ? knew : [])
    }

    // MARK: What the ledger and the form keep of it

    private mutating func note(
        _ change: Change, _ values: [FieldID: FieldValue?], on form: ModelLaptop.Form,
        at place: Int
    ) {
        let author = laptops[place].author
        let open = Set(laptops[place].unconfirmed(form.key).map(\.deed))
        var meaning: [FieldID: Oracle.Meaning] = [:]
        for (field, value) in values {
            let replaced = ledger.replaced(
                in: field, of: author, deciding: change.body.act == .decision,
                seeing: (form.shown[field] ?? []).map(\.deed), isConfirmed: { !open.contains($0) })
            meaning[field] = Oracle.Meaning(
                says: value.map { Oracle.Word(author: author, value: $0) }, replaces: replaced)
        }
        let others = (form.shown[Sample.judgement] ?? []).filter { $0.author != author }
        let known = others + (form.shown[Sample.decision] ?? [])
        let entry = Ledger.Entry(
            key: form.key, author: author, meaning: meaning, knew: Set(known.map(\.deed)),
            isInvalid: change.body.writes.isEmpty
                || features.contains(.refusals) && generator.chance(15))
        ledger.note(change, entry)
    }

    /// After a save the form shows its own edit in place of what that replaced.
    private mutating func showOwn(_ change: Change, at place: Int, form index: Int) {
        let own = Record.after([change], key: change.key)
        for write in change.body.writes {
            let shown = laptops[place].forms[index].shown[write.field] ?? []
            let gone = Replacement.named(
                of: shown, field: write.field, by: change.body.author, act: change.body.act)
            laptops[place].forms[index].shown[write.field] =
                shown.filter { !gone.contains($0.edit) } + own.siblings(of: write.field)
        }
        laptops[place].forms[index].sees.raise(to: change.dot)
    }
}
