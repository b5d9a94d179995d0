package import Foundation
package import Reading
package import Shared

/// What a lead would sign now: what stands before it, what she names, what her signature holds.
package struct SigningPreview: Sendable {
    package let view: AuditView
    /// Empty where the round can be signed.
    package let blocks: [SigningBlock]
    /// What has to be named, each with a reason.
    package let exceptions: [SigningException]
    package let result: RoundResult
    /// Findings that nobody judged and on which no success criterion depends.
    package let untested: Int
    package let known: VersionVector
    /// The server as of the last complete pull; nil before the first.
    package let pull: SignOff.Pull?
    /// When the server was last known to have nothing more, by this laptop's clock.
    package let pulledAt: Date?
    /// Own changes that no server has answered: they go before the signature.
    package let unsent: Int
    fileprivate let revision: Int64
    /// Says later what was shown, so that nothing else is signed.
    package let code: String

    package var round: UInt32 { view.plan.currentRound }

    /// What the round is of, such as `android 8.5.0, ios 8.5.0`.
    package var builds: String {
        view.plan.builds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }
}

extension ClientDecisions {
    /// How long a server may not have been heard of before that has to be named.
    private static let contactMax: TimeInterval = 3600

    /// Reads what a lead would sign now; what is written meanwhile refuses the signature.
    package func signing(
        of audit: AuditID, _ catalogue: AuditCatalogue
    ) throws -> SigningPreview {
        // Read first: whatever comes between is above it, and is told as written since.
        let revision = try StateIndex(store: store).revision(audit)
        let code = try code(of: audit)
        let view = try client.view(audit)
        try view.requireLead("sign")
        let known = try view.records.known()
        let overview = try client.queries.team(of: view, catalogue).overview
        let standing = try store.pull.standing(audit)
        return SigningPreview(
            view: view, blocks: overview.blocks,
            exceptions: try exceptions(overview.whole, standing, in: view),
            result: try RoundResult(of: view.plan.currentRound, in: view),
            untested: overview.whole.counts[.untested], known: known,
            pull: try store.read(audit, or: nil) { try KnownChanges.pull($0, $1) },
            pulledAt: standing?.checkpointAt,
            unsent: try store.push.queue(audit).count, revision: revision, code: code)
    }

    private func exceptions(
        _ whole: AuditProgress, _ standing: AuditStatus?, in view: AuditView
    ) throws -> [SigningException] {
        var found = try store.devices.queues(view.audit).map { queue in
            let owner = view.plan.name(of: queue.person)
            return SigningException.device(
                id: String(queue.replica.hex.prefix(8)),
                name: queue.device.isEmpty ? "A device of \(owner)" : "\(queue.device) (\(owner))",
                unsent: queue.unsent, told: queue.told)
        }
        let overview = try client.queries.overview(of: view)
        if overview.evidencePending > 0 { found.append(.evidence(overview.evidencePending)) }
        if whole.counts[.cantTell] > 0 { found.append(.cantTell(whole.counts[.cantTell])) }
        if overview.notAccepted > 0 { found.append(.setAside(overview.notAccepted)) }
        if let standing, standing.isOnServer {
            let since = standing.checkpointAt
            if since.map({ now.timeIntervalSince($0) > Self.contactMax }) ?? true {
                found.append(.contact(since: since))
            }
        }
        return found
    }

    /// Signs the current round as it is here, in one transaction; works without a network.
    ///
    /// - Parameters:
    ///   - reasons: By the key of what is signed without.
    ///   - code: Of the preview that was shown; nil for whatever there is now.
    ///   - name: What a form was given, so that one that is sent twice signs once.
    package func sign(
        _ statement: String, without reasons: [String: String], asOf code: String? = nil,
        name: EditID? = nil, of audit: AuditID, _ catalogue: AuditCatalogue
    ) throws -> SigningPreview {
        let preview = try signing(of: audit, catalogue)
        let field = FieldID.signOff(name ?? client.recording.commentName)
        if preview.view.plan.signOffs.contains(where: { $0.field == field }) { return preview }
        guard code == nil || code == preview.code else { throw Self.changed }
        guard preview.blocks.isEmpty else {
            let words = preview.blocks.map(\.words).joined(separator: "; ")
            throw AuditError.invalid("round \(preview.round) cannot be signed yet: \(words)")
        }
        let signOff = try preview.signOff(
            statement, try Self.named(preview.exceptions, reasons))
        let draft = RecordDraft(
            key: .plan(audit), act: .plan, edits: [FieldEdit(field, .signOff(signOff))])
        var generator = SystemRandomNumberGenerator()
        _ = try client.recorder.saveMany(in: audit, at: now, using: &generator) { session, save in
            guard try session.revision() == preview.revision else { throw Self.changed }
            try save(draft, &session)
        }
        return preview
    }

    private static let changed = AuditError.invalid(
        "the audit has changed since you saw what you sign. Look at it once more, then sign")

    private static func named(
        _ exceptions: [SigningException], _ reasons: [String: String]
    ) throws -> [SignOff.Exception] {
        let keys = exceptions.map(\.key)
        for key in reasons.keys.sorted() where !keys.contains(key) {
            let what = keys.isEmpty ? "nothing" : "only \(AuditView.list(keys))"
            throw AuditError.invalid("\(what) has to be named now, and “\(key)” was: leave it out")
        }
        return try exceptions.map { exception in
            let reason = (reasons[exception.key] ?? "").trimmed
            let words = exception.words { $0.formatted(.iso8601) }
            guard !reason.isEmpty else {
                throw AuditError.invalid("say why you sign without \(exception.key): \(words)")
            }
            return SignOff.Exception(
                kind: Text(normalizing: exception.kind), subject: Text(normalizing: words),
                reason: try text(reason, "the reason for \(exception.key)"))
        }
    }

    fileprivate static func text(_ typed: String, _ what: String) throws(AuditError) -> Text {
        let text = Text(typed: typed)
        let most = Limits.standard.textBytesMax
        let count = text.string.utf8.count
        guard count <= most else {
            throw .invalid("\(what) has \(count) bytes, above \(most): shorten it")
        }
        return text
    }
}

extension SigningPreview {
    fileprivate func signOff(
        _ statement: String, _ exceptions: [SignOff.Exception]
    ) throws -> SignOff {
        let statement = statement.trimmed
        guard !statement.isEmpty else {
            throw AuditError.invalid("write the statement: it is what you sign")
        }
        let plan = view.plan
        func count(_ outcome: Outcome) -> UInt64 { UInt64(result.counts[outcome]) }
        return SignOff(
            round: round, statement: try ClientDecisions.text(statement, "the statement"),
            exceptions: exceptions, result: result.hash,
            counts: SignOff.Counts(
                passed: count(.passed), failed: count(.failed), cantTell: count(.cantTell),
                inapplicable: count(.inapplicable), untested: UInt64(untested)),
            builds: Text(normalizing: builds), catalogue: Text(normalizing: plan.catalogue ?? ""),
            policy: plan.policy.hash, known: known.entries, pull: pull)
    }
}

extension PolicyInForce {
    /// The SHA-256 by which a signature names the rules; zero while nobody has chosen.
    fileprivate var hash: Hash256 {
        switch self {
        case .one(let policy): Hash256(of: FieldValue.policy(policy).bytes)
        case .contested: .zero
        }
    }
}
