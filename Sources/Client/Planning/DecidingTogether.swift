package import Reading
package import Shared

/// Many conflicts decided alike, after somebody has seen what that would decide.
extension ClientDecisions {
    /// How many component states are decided or given away at once.
    package static let togetherMax = 500

    /// A code for what is known of an audit now, to say later what has changed since.
    ///
    /// It is good for this laptop's database alone: another one knows nothing of it.
    package func code(of audit: AuditID) throws -> String {
        "\(try StateIndex(store: store).revision(audit))-\(try front())"
    }

    /// Decides what the holder says, a change a component state, all in one transaction.
    ///
    /// - Parameters:
    ///   - wanted: Component states that somebody chose, each once.
    ///   - queue: What waits now.
    ///   - code: As of when she had seen them, as `code` gave it; nil for now.
    /// - Returns: What was decided, and what is left out because it has changed since, or waits no
    ///   more, or has nothing that the holder says.
    package func decide(
        _ wanted: [StateID], by holder: CommonDecision.Holder, reason: String,
        of queue: ConflictQueue, asOf code: String? = nil, in view: AuditView
    ) throws -> DecidedTogether {
        try view.requireLead("decide")
        guard wanted.count <= Self.togetherMax else { throw Self.tooMany(wanted.count) }
        guard reason.contains(where: { !$0.isWhitespace }) else {
            throw AuditError.invalid("write the reason: everybody who judged them reads it")
        }
        let items = Dictionary(
            queue.items.compactMap { item in item.state.map { ($0, item) } }
        ) { first, _ in first }
        let changed = try code.map { try self.changed(since: $0, in: view.audit) } ?? []
        var outcome = DecidedTogether()
        var decisions: [StateDecision] = []
        for id in wanted {
            guard let item = items[id] else {
                outcome.left.append((view.name(of: id), nil, "it waits no more"))
                continue
            }
            guard changed.isDisjoint(with: Self.keys(of: id, in: view.audit)) else {
                outcome.left.append((item.name, nil, "it has changed since you saw it"))
                continue
            }
            let decision = CommonDecision(item, by: holder, in: view)
            outcome.left += decision.left.map { (item.name, $0.criterion, $0.why) }
            guard !decision.decided.isEmpty else { continue }
            outcome.decided.append(decision)
            decisions.append(
                StateDecision(
                    state: try view.item(id),
                    acts: decision.decided.map {
                        ($0.criterion, .decide($0.judgement, reason: reason))
                    }
                ))
        }
        try decide(decisions, in: view)
        return outcome
    }

    package static func tooMany(_ count: Int) -> AuditError {
        .invalid(
            "\(count) component states are too many at once. Choose at most \(togetherMax)")
    }

    /// Everything that says what waits on a component state: itself, its component and the plan.
    private static func keys(of id: StateID, in audit: AuditID) -> Set<RecordKey> {
        [.state(audit, id), .component(audit, id.component), .plan(audit)]
    }

    private func changed(since code: String, in audit: AuditID) throws -> Set<RecordKey> {
        let parts = code.split(separator: "-")
        guard parts.count == 2, let revision = Int64(parts[0]), revision >= 0 else {
            throw AuditError.misread(
                "“\(code.prefix(40))” is no code of a preview. Ask for the preview once more.")
        }
        // A database that was made anew counts from the beginning.
        let isKnown = try revision <= StateIndex(store: store).revision(audit)
        guard try isKnown && parts[1] == front() else {
            throw AuditError.invalid(
                "the preview is of another database than this one. Look at it once more")
        }
        var changed: Set<RecordKey> = []
        _ = try StateIndex(store: store).changed(audit, since: revision) { key, _ in
            changed.insert(key)
        }
        return changed
    }

    private func front() throws -> String { String(try whoami().replica.hex.prefix(8)) }
}

/// What became of component states that were decided alike.
package struct DecidedTogether: Sendable {
    package fileprivate(set) var decided: [CommonDecision] = []
    /// By name, with the criterion where it is one of several, and why it stays open.
    package fileprivate(set) var left: [(name: String, criterion: String?, why: String)] = []

    /// How many findings.
    package var findingCount: Int { decided.reduce(0) { $0 + $1.decided.count } }
}

/// Conflicts that somebody else is to look at.
extension ClientPlanning {
    /// Asks somebody to test a component state again: a comment that tells her, and whose it is.
    ///
    /// Both are in one transaction, so that nobody is asked for what nobody says.
    ///
    /// - Parameters:
    ///   - criterion: By full id, where the comment stands.
    ///   - name: As for `comment`.
    package func askForRetest(
        _ item: StateItem, on criterion: String, of assignee: Assignee, due: DueDay?,
        words: String, in view: AuditView, name: EditID? = nil
    ) throws {
        try view.requireLead("ask for a retest")
        guard words.contains(where: { !$0.isWhitespace }) else {
            throw AuditError.invalid("say what to look at: the tester reads it")
        }
        let name = (name ?? client.recording.commentName).hex
        let field = FieldID(criterion: criterion, .comment, name)
        let comment = RetestRequest.comment(words, to: assignee, in: view.plan)
        var edits = Self.edits(.set(assignee), due.map { .set($0) } ?? .asItIs)
        // A form that is sent twice asks once.
        if item.record.siblings(of: field).isEmpty {
            edits.append(FieldEdit(field, Drafts.text(comment)))
        }
        try client.save([RecordDraft(key: item.record.key, edits: edits)], in: view.audit)
    }
}
