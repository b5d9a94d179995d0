import Client
import Foundation
import Shared
import TestSupport

@testable import Server

/// The last lead of an audit: the server keeps her, and whoever has its folder names another.
extension World {
    /// The only lead gives up her role; now and then somebody else was named beside her first.
    mutating func leaveAlone(_ index: Int) async throws {
        let leaving = laptops[index].person
        for audit in audits {
            let plan = try laptops[index].store.plan(audit)
            let leads = laptops.map(\.person).filter { plan?.role(of: $0) == .lead }
            guard leads == [leaving] else { continue }
            if generator.chance(50) {
                try await nameLead(generator.pick(laptops.map(\.person)), of: audit)
            }
            try save(
                RecordDraft(
                    key: .plan(audit), act: .plan,
                    edits: Drafts.person(leaving, name: "Tomas", role: .reader)), laptop: index)
        }
    }

    /// Whoever has the data folder names a lead; the oracle is told what that wrote in her name.
    mutating func nameLead(_ person: PersonID, of audit: AuditID) async throws {
        let before = try await planOnServer(audit)
        // Without the half millisecond: the server rounds, and it would be the next deed's time.
        let time = Date(
            unixMilliseconds: Int64((laptopTime().timeIntervalSince1970 * 1_000).rounded(.down)))
        do throws(Problem) {
            try await core.nameLead(person, of: audit, at: time)
        } catch {
            // A restored server may have forgotten her, or the audit; another is full or busy.
            let expected: [ProblemCode] = [
                .notFound, .auditUnknown, .overloaded, .storageFull,
            ]
            guard expected.contains(error.code) else { throw error }
            return
        }
        let written = try await planOnServer(audit)?.changes.map(\.change)
        guard let change = written?.first(where: { $0.deed == time.unixMilliseconds })
        else { return }
        var meanings: [FieldID: Oracle.Meaning] = [:]
        for write in change.body.writes {
            meanings[write.field] = Oracle.Meaning(
                word: write.value.map { Oracle.Word(author: person, value: $0) },
                replaced: Set(before?.siblings(of: write.field).map(\.deed) ?? []))
        }
        oracle.note(change, meanings)
        oracle.note(change.deed, .applied)
        // It stands in no chain of a laptop's, like what leads adopt.
        adopted[change.deed] = change
        mayBeLost.insert(change.deed)
        goals[.leadNamed, default: 0] += 1
    }

    /// Names Tomas again where no lead is left who can do anything.
    mutating func nameMissingLeads() async throws {
        for audit in audits where try await lead(of: audit) == nil {
            try await nameLead(laptops[0].person, of: audit)
        }
    }

    /// Through whose eyes the test looks at what only leads see.
    func eyes(on audit: AuditID) async throws(Problem) -> Bearer {
        try await lead(of: audit)?.bearer ?? laptops[0].bearer
    }

    /// A laptop of somebody who leads an audit as the server has it, by whose token it answers.
    private func lead(of audit: AuditID) async throws(Problem) -> Laptop? {
        let members = try await core.summary(of: audit)?.members ?? []
        let leads = Set(members.filter { $0.role == .lead }.map(\.person))
        // A laptop that is lost or in ruins is known to the server still.
        return laptops.first { leads.contains($0.person) && retirement(of: $0) == nil }
    }

    /// The same of a chain, which now and then no lead is left to ask for.
    func chainOnServer(
        of replica: ReplicaID, in audit: AuditID
    ) async throws -> WireChainResponse {
        try await serverStore.read { [core] db in
            guard let number = try AuditTables(db: db).audit(audit)?.number,
                let device = try IdentityTables(db: db).replica(replica)
            else { return WireChainResponse() }
            return try ChainTables(db: db, audit: number).answer(
                replica, number: device.number, from: 1, bytesMax: .max
            ) { core.secret.sealKey.acknowledgement(of: $0, in: audit, epoch: core.epoch) }
        }
    }

    private func planOnServer(_ audit: AuditID) async throws -> Record? {
        try await serverStore.read { db in
            guard let row = try AuditTables(db: db).audit(audit) else { return nil }
            let key = RecordKey.plan(audit).bytes
            return try RecordTable(db: db, audit: row.number).record(key)?.record
        }
    }
}
