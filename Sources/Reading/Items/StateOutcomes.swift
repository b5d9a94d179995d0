package import Shared

/// What holds on a component state on which nothing differs, in a few bytes beside its record.
///
/// No policy and no role is asked for it, so it follows from the record alone and stays true when
/// the plan changes. Lists of an audit read these instead of records.
package struct StateOutcomes: Hashable, Sendable {
    /// By full id; a criterion that nobody judged is absent.
    package let outcomes: [String: Outcome]
    /// As `StateItem.assignees`.
    package let assignees: [String]

    /// Nil where anything but plain verdicts stands.
    ///
    /// Verdicts differ, a lead has decided, something was withdrawn, or a later version has judged;
    /// nil too where nothing lives, as in a row that is there for a change that is not shown.
    package init?(_ record: Record) {
        guard case .state = record.key, !record.changes.isEmpty else { return nil }
        var outcomes: [String: Outcome] = [:]
        var isAssigned = false
        // One change writes a register once, so that only several can differ.
        var values: [String: FieldValue]? = record.changes.count > 1 ? [:] : nil
        for entry in record.changes {
            for index in entry.live {
                let write = entry.change.body.writes[index]
                guard let value = write.value else { continue }
                switch write.field.name {
                case .decision, .withdrawn: return nil
                case .judgement:
                    let criterion = write.field.criterion
                    guard let judgement = value.judgement,
                        values?.updateValue(value, forKey: criterion) ?? value == value
                    else { return nil }
                    outcomes[criterion] = judgement.outcome
                case .assignee: isAssigned = true
                default: break  // open set: other registers settle nothing
                }
            }
        }
        self.outcomes = outcomes
        assignees =
            isAssigned ? record.siblings(of: FieldID(.assignee)).compactMap(\.value.text) : []
    }

    /// Reads `bytes` back; nil for anything else.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let count = reader.integer(UInt32.self) else { return nil }
        var assignees: [String] = []
        for _ in 0..<count {
            guard let text = reader.text() else { return nil }
            assignees.append(text)
        }
        self.assignees = assignees
        var outcomes: [String: Outcome] = [:]
        while !reader.isAtEnd {
            guard let code = reader.byte(), let criterion = reader.text(),
                Outcome.allCases.indices.contains(Int(code))
            else { return nil }
            outcomes[criterion] = Outcome.allCases[Int(code)]
        }
        self.outcomes = outcomes
    }

    /// As it is stored: assignees, then outcomes.
    ///
    /// How many assignees u32, each as s(x); then, ascending by criterion, the outcome's place in
    /// `allCases` u8 and the criterion as s(x).
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 16 + outcomes.count * 32)
        writer.append(UInt32(assignees.count))
        for person in assignees { writer.append(text: person) }
        for (criterion, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
            writer.append(UInt8(Outcome.allCases.firstIndex(of: outcome) ?? 0))
            writer.append(text: criterion)
        }
        return writer.bytes
    }
}

extension Record {
    /// Whether something in it may wait for a person, or was decided.
    ///
    /// That is where several writes of a register live, beside a decision or a withdrawal, and
    /// where a later version has judged.
    package var isShared: Bool {
        var fields: Set<FieldID> = []
        for entry in changes {
            for index in entry.live {
                let write = entry.change.body.writes[index]
                switch write.field.name {
                case .decision, .withdrawn: return true
                case .judgement where write.value?.judgement == nil: return true
                default: break  // open set: other registers
                }
                // One change writes a register once.
                if changes.count > 1, !fields.insert(write.field).inserted { return true }
            }
        }
        return false
    }
}

extension ByteReader {
    fileprivate mutating func text() -> String? {
        integer(UInt32.self).flatMap { raw(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
