package import Foundation
package import Reading
package import Shared

/// What `accord status` tells of one audit; quick to read, whatever the number of findings.
package struct AuditOverview: Sendable {
    package let audit: AuditID
    /// Names everything that is listed here, and perhaps nothing else.
    package let view: AuditView
    /// The plan's title; both while two leads' titles stand side by side.
    package let title: String
    package let role: Role?
    package let components: Int
    /// Component states on which something was recorded.
    package let states: Int
    /// By name; `isDisputed` where verdicts wait for a decision, not withdrawals alone.
    package let conflicts: [(name: String, isDisputed: Bool)]
    package let contested: [WithdrawalStatus]
    /// Texts with several live versions.
    package let versions: Int
    /// Findings on which a lead decided against the person asking, each with its component state.
    package let overruled: [(state: String, finding: Finding)]
    /// What others did with this person's work and she has not seen yet.
    package let news: [WorkEvent]
    /// Registers of the plan in which different values stand, so that a lead has to choose.
    package let contestedPlan: [ContestedRegister]
    package let sharedNames: [SharedName]
    /// To a lead alone: records that carry the numbers of unusually many devices.
    package let wide: [WideRecord]
    /// To a lead alone: devices that had something to send when the server heard of them last.
    package let queues: [DeviceQueue]
    /// To a lead alone: how much the server keeps for the leads, as far as it has come here.
    package let quarantine: QuarantineStore.Overview
    /// Why nobody can say here what is left to test; nil where the audit's catalogue is here.
    package let lacking: AuditError?
    /// Own changes that no server has answered, the orphans among them.
    package let unsent: Int
    /// Unsent changes that lie beside the database until a sync takes them in.
    package let orphans: Int
    /// When the oldest unsent change was recorded.
    package let oldestUnsent: Date?
    /// Own changes that the server set aside or refused, and that no lead has settled.
    package let notAccepted: Int
    /// Imported changes that no server has confirmed.
    package let imported: Int
    package let apart: [ApartChain]
    /// Files of evidence that only this laptop has, as far as it knows.
    package let evidenceToSend: Int
    /// Files that did not get through, to be sent or fetched, at most a few.
    package let evidenceRefused: [RefusedEvidence]
    /// Files that findings refer to and that are not here.
    package let evidencePending: Int
    /// What she has used of what the server grants her; nil before a server told it.
    package let quotas: AuditQuotas?
    package let standing: AuditStatus
    /// How much has come of an audit whose first pull is not at its end; nil of one that is here.
    package let arrival: AuditArrival?
    /// Why the server, which was put back, does not have everything again; nil when it has.
    package let lackingThere: String?
    /// Why the last sync stopped before its end, and when it is tried again; nil when it did not.
    package let stopped: StoppedSync?
}

extension ClientQueries {
    /// Every component state of an audit's current round with what stands on it, counted.
    package func coverage(of view: AuditView, _ catalogue: Catalogue) throws -> AuditCoverage {
        try client.coverageMemory.read(view, catalogue, from: store)
    }

    /// Adds up what stands on every component state of an audit's current round.
    package func team(of view: AuditView, _ known: AuditCatalogue) throws -> TeamStatus {
        let coverage = try coverage(of: view, known.catalogue)
        return TeamStatus(
            try TeamOverview(of: coverage, hasCatalogue: known.gap == nil),
            queues: view.role == .lead ? try store.devices.queues(view.audit) : nil,
            unsent: try store.push.queue(view.audit).count)
    }

    /// Sums up one audit, reading no name but of what is listed: quick, whatever its size.
    package func overview(of audit: AuditID) throws -> AuditOverview {
        // What is told is named, so it is looked for first.
        try noteNews(audit)
        return try overview(of: client.view(audit, naming: .waiting))
    }

    /// Sums up one audit; reads no record of a component state.
    package func overview(of view: AuditView) throws -> AuditOverview {
        let audit = view.audit
        let states = try view.disputes().states.map { (name: view.name(of: $0.id), state: $0) }
            .sorted { ($0.name, $0.state.id.round) < ($1.name, $1.state.id.round) }
        let overruled = states.flatMap { name, state in
            state.findings.filter { Sides($0, in: view).isOverruled }.map {
                (state: name, finding: $0)
            }
        }
        guard let standing = try store.pull.standing(audit) else {
            throw AuditError.notFound(what: "audit", name: audit.hex, known: [])
        }
        let queue = try store.push.queue(audit)
        let orphans = try store.recovery.orphans()[audit] ?? 0
        return AuditOverview(
            audit: audit, view: view, title: view.plan.title, role: view.role,
            components: try store.componentCount(audit),
            states: try store.count(audit, kind: .state),
            conflicts: states.filter(\.state.isConflict).map {
                (name: $0.name, isDisputed: $0.state.isDisputed)
            },
            contested: try view.contestedWithdrawals(),
            versions: try store.stateIndex.versions(audit),
            overruled: overruled, news: try news(audit), contestedPlan: view.contested,
            sharedNames: try view.sharedNames(),
            wide: view.role == .lead ? try store.log.wideRecords(audit) : [],
            queues: view.role == .lead ? try store.devices.queues(audit) : [],
            quarantine: view.role == .lead
                ? try store.quarantine.overview(audit) : .empty,
            lacking: try client.catalogues.lackingCatalogue(of: view),
            unsent: queue.count + orphans, orphans: orphans, oldestUnsent: queue.oldest,
            notAccepted: try unsettled(audit),
            imported: try store.bundles.importedCount(audit), apart: try store.devices.apart(audit),
            evidenceToSend: try store.evidence.toSend(audit).count,
            evidenceRefused: try client.evidence.refused(audit).prefix(5).map(\.self),
            evidencePending: try pendingEvidence(audit), quotas: try store.quotas(audit),
            standing: standing, arrival: try store.pull.arrival(audit),
            lackingThere: try store.reconcile.lackingThere(audit),
            stopped: try store.pull.stopped(audit))
    }

    /// How many changes wait for somebody: what was sent again since does not.
    private func unsettled(_ audit: AuditID) throws -> Int {
        let all = try store.push.notAccepted(audit)
        guard all.contains(where: { $0.outcome == .rejected }) else {
            return all.count { $0.resolution == nil }
        }
        return try all.count { $0.outcome == .quarantined && $0.resolution == nil }
            + store.recovery.rejected(audit).count
    }

    private func pendingEvidence(_ audit: AuditID) throws -> Int {
        let folder = client.evidence.folder
        return try store.evidence.toFetch(audit).count { folder.size(of: $0.hash) == nil }
    }

    /// The component states that are drawn, or would be, of the audit as it is here.
    package func drawn(
        by opinions: SecondOpinions, in view: AuditView, _ catalogue: Catalogue
    ) throws -> SecondOpinionProgress {
        try SecondOpinionProgress(of: opinions, in: coverage(of: view, catalogue))
    }
}
