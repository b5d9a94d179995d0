import Client
import Shared
import TestSupport

/// Components: named by several people, withdrawn with all of their states, and taken back.
extension World {
    /// One control of one screen.
    struct Control: Hashable {
        let screen: String
        let kind: String
        let label: String

        var id: ComponentID { NaturalKey.component(screen: screen, control: kind, label: label) }
    }

    static let controls = [
        Control(screen: "Accounts", kind: "menu", label: "Account options"),
        Control(screen: "U\u{308}bersicht", kind: "menu", label: longLabel),
    ]

    /// Somebody names a control; others may have done so, in the same words or nearly.
    mutating func nameComponent(_ index: Int) throws {
        let control = generator.pick(Self.controls)
        // Spelled otherwise it is the same control, and what stands first keeps its place.
        let label = generator.chance(20) ? control.label.uppercased() + " " : control.label
        let states = Self.stateNames.map { (platform: "android", state: $0) }
        try save(
            Drafts.component(
                generator.pick(audits), screen: control.screen, control: control.kind,
                label: label, ordinal: 1, states: states), laptop: index)
    }

    /// Somebody withdraws a component as a whole: all that she is shown of it, in every round.
    mutating func withdrawComponent(_ index: Int) throws {
        let audit = generator.pick(audits)
        let control = generator.pick(Self.controls)
        let key = RecordKey.component(audit, control.id)
        let store = laptops[index].store
        var records = [try store.record(key) ?? Record(key: key)]
        try store.records(audit, kind: .state) { record in
            if case .state(_, let state) = record.key, state.component == control.id {
                records.append(record)
            }
        }
        guard records.contains(where: { !$0.changes.isEmpty }) else { return }
        let shown = records.flatMap { $0.registers() }
            .filter { $0.field.name != .withdrawn }.flatMap(\.siblings)
        try withdraw(shown, at: FieldID(.withdrawn), of: key, by: index)
    }

    /// Withdraws these live writes; a lead's is written as a decision now and then, which may
    /// cover everybody's words.
    mutating func withdraw(
        _ shown: [Sibling], at field: FieldID, of key: RecordKey, by index: Int
    ) throws {
        let withdrawal = Withdrawal(
            reason: Text(normalizing: "wrong screen"), covers: Array(Set(shown.map(\.edit))))
        let act: Act = try leads(index, key.audit) && generator.chance(50) ? .decision : .edit
        try save(
            RecordDraft(
                key: key, act: act, edits: [FieldEdit(field, .withdrawal(withdrawal))]),
            laptop: index, about: [field: Set(shown.map(\.deed))])
    }

    /// Somebody lifts a withdrawal: of a component, a state or a finding.
    mutating func liftWithdrawal(_ index: Int) throws {
        let audit = generator.pick(audits)
        var places: [(RecordKey, FieldID)] = []
        for kind in [RecordKind.component, .state] {
            try laptops[index].store.records(audit, kind: kind) { record in
                for register in record.registers() where register.field.name == .withdrawn {
                    places.append((record.key, register.field))
                }
            }
        }
        guard !places.isEmpty else { return }
        let (key, field) = generator.pick(places)
        let isLead = try leads(index, audit)
        let saved = try save(
            RecordDraft(
                key: key, act: isLead ? .decision : .edit, edits: [FieldEdit(field, nil)]),
            laptop: index)
        guard saved != nil else { return }
        goals[isLead ? .withdrawalLiftedByLead : .withdrawalLifted, default: 0] += 1
    }
}
