import Shared

/// What the server decides about one change, before anything is written (docs/protocol.md, "Who
/// may bring what"): pure, so that the table of its rules can be tested without a database.
enum Admission {
    /// What is known of the first writing of a change that claims to be a re-issue.
    enum Origin: Sendable {
        /// The change claims none.
        case none
        /// A device of the bringer's person wrote it first.
        case ownDevice
        /// The server holds the first writing, whatever became of it.
        case held(ChangeBody)
        /// Nobody whom the server could believe wrote it first.
        case unknown
    }

    /// What the decision depends on, apart from the change.
    struct Circumstances {
        /// The record as it stands.
        let record: Record
        /// Of the person whose act it is; nil once she is no member any more.
        let role: Role?
        let origin: Origin
        /// Whether this edit of this record was applied before, under whatever dot.
        let isKnown: Bool
        /// Whether a retired device brings it, so that it is kept for the leads.
        var isDeposit = false
    }

    /// The outcome, and why when it is not `applied`.
    struct Verdict: Hashable {
        let outcome: Trail.Outcome
        /// A word for programs, a colon, a sentence for people; nil when applied.
        let reason: String?

        static let applied = Verdict(outcome: .applied, reason: nil)

        static func rejected(_ reason: String) -> Verdict {
            Verdict(outcome: .rejected, reason: reason)
        }

        static func quarantined(_ reason: String) -> Verdict {
            Verdict(outcome: .quarantined, reason: reason)
        }
    }

    /// Decides about a change that can be read.
    ///
    /// Content is judged first, then where it comes from, then whether it is known, then who may
    /// do it, and last what it does to the record.
    static func verdict(
        on change: Change, in circumstances: Circumstances, limits: Limits
    ) -> Verdict {
        do throws(ChangeError) {
            try change.check(limits)
        } catch {
            return .rejected("invalid: \(error.reason)")
        }
        if let reason = badOrigin(of: change, circumstances.origin) { return .rejected(reason) }
        if circumstances.isKnown {
            return Verdict(outcome: .again, reason: "again: this edit is known already")
        }
        guard !circumstances.isDeposit else {
            return .quarantined("retired-device: its device was retired before it came")
        }
        if let reason = notPermitted(change, role: circumstances.role) {
            return .quarantined(reason)
        }
        if Replacement.settlesConflict(change, in: circumstances.record) {
            return .rejected(
                "settles-conflict: it names a judgement of somebody else where several differ")
        }
        return overflow(of: change, in: circumstances.record, limits) ?? .applied
    }

    // MARK: Origin

    private static func badOrigin(of change: Change, _ origin: Origin) -> String? {
        let isAdoption = change.body.act == .adoption
        switch origin {
        case .none:
            return isAdoption ? "bad-origin: an adoption names the change that it adopts" : nil
        case .ownDevice where !isAdoption:
            return nil
        case .held(let first) where isAdoption:
            return saysTheSame(change.body, as: first)
                ? nil : "bad-origin: the adopted change has another author or other values"
        case .ownDevice, .held, .unknown:
            return "bad-origin: its first writing is neither this person's nor one that was held"
        }
    }

    /// Nobody gets words put into her mouth, be they of a later version: an adoption takes over
    /// some writes, and adds none.
    private static func saysTheSame(_ adoption: ChangeBody, as first: ChangeBody) -> Bool {
        adoption.author == first.author && adoption.later == first.later
            && adoption.writes.allSatisfy { write in
                first.writes.contains {
                    $0.field == write.field && $0.value == write.value && $0.later == write.later
                }
            }
    }

    // MARK: Roles

    /// Why the person may not do this; nil when she may.
    private static func notPermitted(_ change: Change, role: Role?) -> String? {
        guard let role else { return "not-a-member: its author is not a member of the audit" }
        guard change.body.act != .erasure else {
            return "not-supported: this server does not carry out erasures"
        }
        switch role {
        case .lead: return nil
        case .reader: return "not-allowed: readers record nothing"
        case .tester: break
        }
        switch change.body.act {
        case .decision: return "not-allowed: only leads decide"
        case .adoption: return "not-allowed: only leads adopt"
        case .edit, .plan, .erasure: break
        }
        guard case .plan = change.key else { return nil }
        let addsEnvironmentsOnly = change.body.writes.allSatisfy {
            !$0.field.hasCriterion && $0.field.name == .environment
        }
        return addsEnvironmentsOnly
            ? nil : "not-allowed: only leads change the plan, but for its environments"
    }

    // MARK: Size

    private static func overflow(
        of change: Change, in record: Record, _ limits: Limits
    ) -> Verdict? {
        var context = record.context
        context.raise(to: change.dot)
        guard context.entries.count <= limits.contextEntriesMax else {
            return .quarantined(
                "too-many-replicas: the record has \(limits.contextEntriesMax) replicas already")
        }
        return hasTooManyElements(after: change, in: record, limits)
            ? .rejected("too-many-elements: a set has at most \(limits.elementsPerFieldMax)") : nil
    }

    private static func hasTooManyElements(
        after change: Change, in record: Record, _ limits: Limits
    ) -> Bool {
        let live = record.changes.reduce(0) { $0 + $1.live.count }
        // No set can be larger than the record, and almost every record is small.
        guard live + change.body.writes.count > limits.elementsPerFieldMax else { return false }
        var fields = Set(change.body.writes.filter { $0.value != nil }.map(\.field))
        for entry in record.changes {
            fields.formUnion(entry.live.map { entry.change.body.writes[$0].field })
        }
        let sets = Dictionary(grouping: fields) { $0.segments.prefix(2).map { [UInt8]($0.utf8) } }
        return sets.values.contains { $0.count > limits.elementsPerFieldMax }
    }
}
