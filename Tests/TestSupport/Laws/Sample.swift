package import Shared

/// Small things with fixed bytes: the same numbers name the same replica or person in every test.
package enum Sample {
    /// The audit that everything else belongs to.
    package static let audit = AuditID(high: 0xA0D1_7000_0000_0000, low: 1)
    /// A component state on which findings are recorded.
    package static let state = stateKey("expanded")
    /// The criterion of the four registers below.
    package static let criterion = "menu.ios.state-open"
    package static let judgement = FieldID(criterion: criterion, .judgement)
    package static let decision = FieldID(criterion: criterion, .decision)
    package static let note = FieldID(criterion: criterion, .note)
    package static let withdrawn = FieldID(criterion: criterion, .withdrawn)

    /// The key of one state of the sample component, in round 1.
    package static func stateKey(_ state: String) -> RecordKey {
        .state(
            audit,
            StateID(
                component: ComponentID(high: 0xC0, low: 1),
                environment: EnvironmentID(high: 0xE0, low: 1), round: 1, state: state))
    }

    package static func replica(_ number: Int) -> ReplicaID {
        ReplicaID(high: 0x4E00_0000_0000_0000, low: UInt64(number))
    }

    package static func person(_ number: Int) -> PersonID {
        PersonID(high: 0x9E00_0000_0000_0000, low: UInt64(number))
    }

    /// A signature under the first round.
    ///
    /// - Parameters:
    ///   - statement: Its length in bytes.
    ///   - exceptions: How many it names.
    package static func signOff(
        statement: Int = 1, exceptions: Int = 1,
        pull: SignOff.Pull? = SignOff.Pull(
            epoch: EpochID(high: 1, low: 2), sequence: 3, root: .zero, trail: Hash256(of: [4]))
    ) -> SignOff {
        let exception = SignOff.Exception(
            kind: Text(normalizing: "evidence"), subject: Text(normalizing: "2 files"),
            reason: Text(normalizing: "lost"))
        return SignOff(
            round: 1, statement: Text(normalizing: String(repeating: "s", count: statement)),
            exceptions: Array(repeating: exception, count: exceptions), result: Hash256(of: [1]),
            counts: SignOff.Counts(
                passed: 1, failed: 2, cantTell: 3, inapplicable: 0, untested: .max),
            builds: Text(normalizing: "ios 8.5.0"), catalogue: Text(normalizing: ""),
            policy: Hash256(of: [2]),
            known: [Dot(replica: replica(1), n: 7)], pull: pull)
    }

    /// An edit id that no change has.
    package static func edit(_ number: Int) -> EditID {
        EditID(high: 0xED00_0000_0000_0000, low: UInt64(number))
    }
}

extension Change {
    /// A change with what a test wants to say and plain values for the rest.
    package static func sample(
        _ replica: Int, _ n: UInt64, _ writes: [Write], key: RecordKey = Sample.state,
        act: Act = .edit, author: Int? = nil, sees: VersionVector = VersionVector(),
        wallTime: Int64 = 0
    ) -> Change {
        Change(
            key: key, dot: Dot(replica: Sample.replica(replica), n: n),
            body: ChangeBody(
                author: Sample.person(author ?? replica), act: act, writes: writes, sees: sees,
                wallTime: wallTime))
    }

    /// A judgement of the sample criterion.
    package static func judged(
        _ replica: Int, _ n: UInt64, _ judgement: Judgement?, replaces: [EditID] = [],
        knew: [EditID] = [], author: Int? = nil, sees: VersionVector = VersionVector(),
        wallTime: Int64 = 0
    ) -> Change {
        let value = judgement.map(FieldValue.judgement)
        let write = Write(field: Sample.judgement, value: value, replaces: replaces, knew: knew)
        return sample(replica, n, [write], author: author, sees: sees, wallTime: wallTime)
    }

    /// A note of the sample criterion: a register that is everybody's.
    package static func noted(
        _ replica: Int, _ n: UInt64, _ note: String?, replaces: [EditID] = [],
        author: Int? = nil, wallTime: Int64 = 0
    ) -> Change {
        let value = note.map { FieldValue.text(Text(normalizing: $0)) }
        let write = Write(field: Sample.note, value: value, replaces: replaces)
        return sample(replica, n, [write], author: author, wallTime: wallTime)
    }

    /// A withdrawal of the sample finding, or of whatever record and register is named.
    package static func withdrawn(
        _ replica: Int, _ n: UInt64, covers: [EditID], replaces: [EditID] = [], act: Act = .edit,
        field: FieldID = Sample.withdrawn, key: RecordKey = Sample.state, author: Int? = nil
    ) -> Change {
        let withdrawal = Withdrawal(reason: Text(normalizing: "wrong screen"), covers: covers)
        let write = Write(field: field, value: .withdrawal(withdrawal), replaces: replaces)
        return sample(replica, n, [write], key: key, act: act, author: author)
    }

    /// A lead's decision of the sample criterion.
    package static func decided(
        _ replica: Int, _ n: UInt64, _ judgement: Judgement, settled: [EditID],
        replaces: [EditID] = [], sees: VersionVector = VersionVector()
    ) -> Change {
        let decision = Decision(
            judgement: judgement, settled: settled, reason: Text(normalizing: "heard it myself"))
        let write = Write(field: Sample.decision, value: .decision(decision), replaces: replaces)
        return sample(replica, n, [write], act: .decision, sees: sees)
    }
}

extension Record {
    /// The record after these changes, in this order.
    package static func after(_ changes: [Change], key: RecordKey = Sample.state) -> Record {
        changes.reduce(into: Record(key: key)) { $0.apply($1) }
    }
}
