/// What testers may write of what there is to test (docs/protocol.md, "Who may bring what").
///
/// One rule for the server, which takes a change in, and for a laptop, which shows what came in a
/// file before any server has it.
package enum TesterRights {
    /// Why a tester may not write this into the plan or a component; nil where she may.
    ///
    /// In a server's words. Decisions and adoptions are not looked at.
    package static func refusal(of change: Change, in record: Record) -> String? {
        let planned = change.body.writes.filter { isOfThePlan($0.field, change.key) }
        guard !planned.isEmpty else { return nil }
        let registers = record.siblings(of: Set(planned.map(\.field)))
        for write in planned {
            if case .plan = change.key, write.field.name != .environment {
                return "not-allowed: only leads change the plan, but for its environments"
            }
            // Who names the same control meets the other, and says the same of it.
            let others = (registers[write.field] ?? []).filter {
                $0.author != change.body.author && !agrees(change, in: write, with: $0)
            }
            guard others.isEmpty
            else { return "occupied: somebody else has said what \(write.field.path) is" }
        }
        return nil
    }

    /// Whether a write of a change says nothing else than somebody's sibling beside it.
    ///
    /// Another spelling of a screen or a label is the same word, as long as it stands beside. And
    /// whoever makes a component by its name says that there is one, and not that somebody else's
    /// renaming of it is wrong: readers show the renaming (`Component`).
    private static func agrees(
        _ change: Change, in write: Write, with sibling: Sibling
    ) -> Bool {
        if write.value == sibling.value { return true }
        guard write.field.name?.register.kind == .name, let text = write.value?.text,
            let other = sibling.value.text,
            !write.replaces.contains(sibling.edit)
        else { return false }
        return NaturalKey.folded(text) == NaturalKey.folded(other) || makesItsComponent(change)
    }

    /// Whether it gives its component the names that the id was derived from, and replaces nothing.
    private static func makesItsComponent(_ change: Change) -> Bool {
        guard case .component(_, let id) = change.key,
            change.body.writes.allSatisfy(\.replaces.isEmpty), let parts = ComponentParts(change)
        else { return false }
        return (0..<againMax).contains { parts.id(again: $0) == id }
    }

    /// How often a name is looked for that was given again and again.
    private static let againMax: UInt32 = 16

    /// Whether a register says what there is to test and who does it, not what was found.
    package static func isOfThePlan(_ field: FieldID, _ key: RecordKey) -> Bool {
        switch key {
        case .plan: true
        // Notes, withdrawals and the like are everybody's.
        case .component: field.name?.register.part == .planned
        case .state, .other: false
        }
    }
}
