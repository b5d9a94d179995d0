import Shared

/// What the server decides about one change, before anything is written (docs/protocol.md, "Who
/// may bring what"): pure, so that the table of its rules can be tested without a database.
enum Admission {
    struct Circumstances {
        let record: Record
        /// The role of the person whose act it is; nil once she is no member any more.
        let role: Role?
        /// How the server has the first writing of what is adopted.
        var holding = ChainTables.Holding.placed
        let knowledge: Knowledge
        /// Whether a retired device brings it, so that it is kept for the leads.
        var isDeposit = false
        /// Devices of the author's person in the record's context afterwards; counted where that
        /// has many entries.
        var replicasOfPerson = 0
        var leavesALead = true
    }

    /// What has taken effect of an edit before.
    enum Knowledge {
        case none
        /// It was adopted while nothing showed whose it is; its author's own shows it.
        case unplaced
        case whole
    }

    struct Answer: Hashable {
        let outcome: Trail.Outcome
        /// A word for programs, a colon, a sentence for people; nil when applied.
        private(set) var reason: String?
        static let applied = Answer(outcome: .applied, reason: nil)

        mutating func isKeptByHash() {
            reason = (reason.map { $0 + "; " } ?? "") + "the server keeps its hash, not its bytes"
        }

        static func rejected(_ why: String) -> Self { Self(outcome: .rejected, reason: why) }
        static func quarantined(_ why: String) -> Self { Self(outcome: .quarantined, reason: why) }
    }

    /// Decides about a change that can be read.
    static func verdict(
        on change: Change, in circumstances: Circumstances, limits: Limits
    ) -> Answer {
        // Content is judged first, then where it comes from, then whether it is known, then who may
        // do it, and last what it does to the record.
        do throws(ChangeError) { try change.check(limits) } catch {
            return .rejected("invalid: \(error.reason)")
        }
        // A re-issue is in its author's name, which the batch has shown; its id is computed.
        if let adoption = change.adoption,
            let refusal = refusal(of: change, adoption, in: circumstances)
        {
            return .rejected(refusal)
        }
        guard circumstances.leavesALead
        else { return .rejected("last-lead: the audit would be without a lead") }
        let isShown = circumstances.knowledge == .unplaced && change.unplacedOrigin == nil
        if circumstances.knowledge == .whole
            || circumstances.knowledge == .unplaced && !isShown
        {
            return again(change, in: circumstances)
        }
        // What it names goes then, as if nobody had adopted it: that needs all its rights.
        let refusal =
            quarantine(change, in: circumstances) ?? overflow(of: change, in: circumstances, limits)
        return refusal ?? (isShown ? again(change, in: circumstances) : .applied)
    }

    private static func again(_ change: Change, in circumstances: Circumstances) -> Answer {
        // Each dot of an edit is a row of its record; no laptop that goes on needs many.
        guard circumstances.record.dots(of: change.edit) < dotsPerEditMax else {
            return .quarantined("share: this edit lives under \(dotsPerEditMax) numbers already")
        }
        return Answer(outcome: .again, reason: "again: this edit is known already")
    }

    /// Why somebody cannot adopt that, whether or not its edit is known; nil where she can.
    private static func refusal(
        of change: Change, _ adoption: Adoption, in circumstances: Circumstances
    ) -> String? {
        guard circumstances.role == .lead else { return "not-allowed: only leads adopt" }
        if let reason = change.whyNotAdopted { return "not-allowed: \(reason)" }
        switch (circumstances.holding, adoption.isUnplaced) {
        case (.placed, false), (.unplaced, true): return nil
        case (.nowhere, _): return "bad-origin: what it adopts is not held by this server"
        case (.placed, true) where circumstances.knowledge == .whole: return nil
        // How it is held decides what it may take away, and is no adopter's to say.
        case (.placed, true): return "bad-origin: its author has brought what it calls unplaced"
        case (.unplaced, false):
            return "bad-origin: what it adopts is held of an unplaced chain only, and it does not "
                + "say so"
        }
    }

    /// Numbers under which one edit lives; what is issued again beyond that adds nothing.
    static let dotsPerEditMax = 16

    private static func quarantine(_ change: Change, in circumstances: Circumstances) -> Answer? {
        guard !circumstances.isDeposit
        else { return .quarantined("retired-device: its device was retired before it came") }
        // Else `apply` would do nothing, and `applied` would be a lie.
        guard !circumstances.record.context.covers(change.dot)
        else { return .quarantined("superseded: the record has this number already, brought back") }
        guard let role = circumstances.role
        else { return .quarantined("not-a-member: its author is not a member of the audit") }
        switch role {
        case .lead: return nil
        case .reader: return .quarantined("not-allowed: readers record nothing")
        case .tester: return notATesters(change, in: circumstances.record)
        }
    }

    private static func notATesters(_ change: Change, in record: Record) -> Answer? {
        guard change.body.act != .decision
        else { return .quarantined("not-allowed: only leads decide") }
        return TesterRights.refusal(of: change, in: record).map(Answer.quarantined)
    }

    private static func overflow(
        of change: Change, in circumstances: Circumstances, _ limits: Limits
    ) -> Answer? {
        let record = circumstances.record
        if let excess = record.excess(of: change, limits: limits) {
            return .quarantined("share: \(excess)")
        }
        if circumstances.replicasOfPerson > limits.shareReplicasMax {
            return .quarantined(
                "share: \(circumstances.replicasOfPerson) devices of one person in one record, "
                    + "above \(limits.shareReplicasMax)")
        }
        guard record.changes.count >= limits.authorsMax - limits.authorsOfLeads else { return nil }
        let authors = Set(record.changes.map(\.change.body.author))
        let places = limits.authorsMax - (circumstances.role == .lead ? 0 : limits.authorsOfLeads)
        guard !authors.contains(change.body.author), authors.count >= places else { return nil }
        return .quarantined("share: the record has \(authors.count) authors already")
    }
}

extension Record {
    fileprivate func dots(of edit: EditID) -> Int { changes.count { $0.change.edit == edit } }
}
