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
                $0.author != change.body.author && !change.agrees(in: write, with: $0)
            }
            guard others.isEmpty
            else { return "occupied: somebody else has said what \(write.field.path) is" }
        }
        return nil
    }

    /// Whether a register says what there is to test and who does it, not what was found.
    package static func isOfThePlan(_ field: FieldID, _ key: RecordKey) -> Bool {
        switch key {
        case .plan: true
        case .component:
            switch field.name {
            case .screen, .control, .label, .ordinal, .state: true
            default: false  // open set: notes, withdrawals and the like are everybody's
            }
        case .state, .other: false
        }
    }
}
