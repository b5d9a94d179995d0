import Foundation
import Server
import Shared
import SwiftProtobuf
import TestSupport

@testable import Client

/// A liar among colleagues: what she brings in their names is listed as that, and takes nothing.
extension World {
    mutating func addLiar() async throws {
        let identity = Identity(using: &generator)
        let code = InviteCode.random(using: &generator)
        try await core.invite(name: "mallory", person: nil, code: code, at: now)
        let network = SimulatedNetwork(
            server: server, faults: .none, generator: SeededGenerator(seed: generator.next()),
            clock: clock)
        let enrolled = try await network.enrol(
            try identity.enrolment(of: identity.person, named: "mallory", invite: code.text))
        network.show(token: enrolled.token)
        liar = Liar(person: identity.person, identity: identity, network: network)
    }

    // MARK: Deposits in others' names

    /// She brings a chain that is said to be a colleague's, and turns round what that one said.
    mutating func depositInOthersName() async throws {
        guard liar != nil, let index = anyStanding() else { return }
        let key = try anyState(of: index)
        let record = try laptops[index].store.record(key) ?? Record(key: key)
        let forger = Identity(using: &generator)
        let forgeries = try await deposit(
            by: forger, as: laptops[index].person, on: record, generator.pick(criteria))
        if !forgeries.isEmpty { goals[.depositForged, default: 0] += 1 }
        liar?.forgeries += forgeries
    }

    /// A laptop whose database can be read.
    mutating func anyStanding() -> Int? {
        let standing = laptops.indices.filter { !laptops[$0].isDown }
        return standing.isEmpty ? nil : generator.pick(standing)
    }

    /// Brings what a key of nobody's signed; nothing when the server takes nothing at all.
    mutating func deposit(
        by forger: Identity, as victim: PersonID, on record: Record, _ criterion: String
    ) async throws -> [Liar.Forgery] {
        try await bring(forged(by: forger, as: victim, on: record, criterion), by: forger)
    }

    /// Her first lie, and now and then second thoughts about it.
    mutating func forged(
        by forger: Identity, as victim: PersonID, on record: Record, _ criterion: String
    ) -> [Liar.Forgery] {
        var end = ChainEnd.start(of: forger.replica, in: record.key.audit)
        var forgeries: [Liar.Forgery] = []
        for _ in 0...(generator.chance(40) ? 1 : 0) {
            let forgery = forge(
                victim, on: record, criterion, after: end, by: forger, naming: forgeries.last)
            end = end.after(forgery.change.hash)
            forgeries.append(forgery)
        }
        return forgeries
    }

    /// Pushes a chain that begins with what a key of nobody's wrote.
    ///
    /// - Returns: What of it the server has now: all or nothing.
    func bring(_ forgeries: [Liar.Forgery], by forger: Identity) async throws -> [Liar.Forgery] {
        guard let audit = forgeries.first?.change.key.audit else { return [] }
        let answer = try await push(
            forgeries.map(\.change), after: .start(of: forger.replica, in: audit),
            signed: forger.chain(of: forgeries))
        guard answer != nil else { return [] }
        return forgeries.map {
            var brought = $0
            brought.restores = restoring.count
            return brought
        }
    }

    private mutating func forge(
        _ victim: PersonID, on record: Record, _ criterion: String, after end: ChainEnd,
        by forger: Identity, naming earlier: Liar.Forgery?
    ) -> Liar.Forgery {
        let earlierEdits = earlier.map { [$0.change.edit] } ?? []
        var meanings: [FieldID: Oracle.Meaning] = [:]
        let writes = [FieldName.judgement, .note].map { name in
            let field = FieldID(criterion: criterion, name)
            let value: FieldValue =
                name == .note
                ? Drafts.text(anyText())
                : .judgement(generator.pick([.passed, .inapplicable, .failed(.minor, .app)]))
            let named = record.siblings(of: field).map(\.edit) + earlierEdits
            meanings[field] = Oracle.Meaning(
                word: Oracle.Word(author: victim, value: value),
                replaced: earlier.map { [$0.change.deed] } ?? [])
            return Write(field: field, value: value, replaces: named)
        }
        let body = ChangeBody(
            author: victim, act: .edit, writes: writes, sees: VersionVector(),
            wallTime: Int64(laptopTime().timeIntervalSince1970 * 1_000))
        let change = Change(
            key: record.key, dot: Dot(replica: forger.replica, n: end.n + 1), body: body)
        return Liar.Forgery(
            change: change, fingerprint: forger.keyFingerprint, meanings: meanings)
    }

    // MARK: What she may not do under her own name

    /// She adopts what she forged, or anything that stands or waits.
    mutating func adoptAsTester() async throws {
        guard let liar, let index = anyStanding() else { return }
        let audit = generator.pick(audits)
        var candidates = liar.forgeries.map(\.change).filter { $0.key.audit == audit }
        if candidates.isEmpty || generator.chance(30) {
            let key = try anyState(of: index)
            let record = try laptops[index].store.record(key) ?? Record(key: key)
            candidates += record.changes.map(\.change).filter { $0.key.audit == audit }
        }
        guard !candidates.isEmpty else { return }
        let first = generator.pick(candidates)
        try await pushAsLiar(in: audit, expecting: .rejected) { dot in
            first.issuedAgain(at: dot, adoptedBy: liar.person)
        }
        goals[.adoptionByTester, default: 0] += 1
    }

    /// She makes herself a lead: it waits for the leads, and none can let it take effect.
    mutating func makeHerselfLead() async throws {
        guard let liar else { return }
        let audit = generator.pick(audits)
        let time = Int64(laptopTime().timeIntervalSince1970 * 1_000)
        let write = Write(
            field: FieldID(.person, liar.person.hex, "role"), value: .role(.lead), replaces: [])
        let body = ChangeBody(
            author: liar.person, act: .plan, writes: [write], sees: VersionVector(), wallTime: time)
        try await pushAsLiar(in: audit, expecting: .quarantined) { dot in
            Change(key: .plan(audit), dot: dot, body: body)
        }
        goals[.roleForged, default: 0] += 1
    }

    private mutating func pushAsLiar(
        in audit: AuditID, expecting expected: WireChangeOutcome, _ make: (Dot) -> Change
    ) async throws {
        guard let liar else { return }
        let end = liar.ends[audit] ?? .start(of: liar.identity.replica, in: audit)
        let change = make(Dot(replica: end.replica, n: end.n + 1))
        guard let answer = try await push([change], after: end) else {
            return try await beginLiarAnew()
        }
        let outcome = answer.outcomes.first { $0.n == change.dot.n }?.outcome ?? .applied
        guard outcome == expected else {
            throw Violation(text: "a tester's \(change.body.act) was answered \(outcome)")
        }
        self.liar?.ends[audit] = end.after(change.hash)
    }

    /// She goes on under another device, as everybody does whom a restored server has forgotten.
    private mutating func beginLiarAnew() async throws {
        guard var liar else { return }
        let identity = liar.identity.succeeded(using: &generator)
        do throws(Problem) {
            let request = try? identity.enrolment(of: liar.person, named: "", invite: nil)
            guard let request else { return }
            liar.network.show(token: try await liar.network.enrol(request).token)
        } catch {
            return
        }
        liar.identity = identity
        liar.ends = [:]
        self.liar = liar
    }

    /// - Returns: Nil when the server refused all of it.
    private func push(
        _ changes: [Change], after end: ChainEnd, signed: SignedChain? = nil
    ) async throws -> WirePushResponse? {
        guard let liar, let audit = changes.first?.key.audit else { return nil }
        var request = WirePushRequest()
        request.epoch = Data(core.epoch.bytes)
        request.replica = Data(end.replica.bytes)
        request.first = end.n + 1
        request.chainBefore = Data(end.chain.bytes)
        request.changes = changes.map { change in
            .with {
                $0.key = Data(change.key.bytes)
                $0.body = Data(change.bytes)
            }
        }
        if let signed { (request.signed, request.device) = (signed.wire, signed.device.wire) }
        do throws(Problem) { return try await liar.network.push(request, to: audit) } catch {
            // A server that was put back, is full or held by another program; or one that has
            // forgotten her, or that she is a member.
            let expected: [ProblemCode] = [
                .gap, .replicaForked, .notFound, .epochChanged, .overloaded, .storageFull,
                .notAMember, .auditUnknown,
            ]
            guard expected.contains(error.code) else { throw error }
            return nil
        }
    }

    // MARK: What must hold

    /// What she brought in others' names, and no lead is shown under the key that signed it.
    func unlistedForgeries() async throws -> [String] {
        guard let liar else { return [] }
        var found: [String] = []
        for audit in audits {
            let items = Set(
                try await items(of: audit).map { "\($0.id) \($0.fingerprint ?? "")" })
            // What one chain says twice, word for word, is listed once.
            let listed = Set(
                liar.forgeries.filter { items.contains("\($0.change.hash.hex) \($0.fingerprint)") }
                    .map(\.content))
            for one in liar.forgeries
            where one.change.key.audit == audit && one.restores == restoring.count
                && !listed.contains(one.content)
            {
                found.append("a lead is not shown what somebody brought in another's name")
            }
            let plan = try laptops.first { !isOut($0) && $0.ruins == nil }?.store.plan(audit)
            if plan?.role(of: liar.person) == .lead { found.append("a liar leads the audit") }
        }
        return found
    }
}

extension Identity {
    /// The chain that begins with some changes, signed by this device.
    func chain(of forgeries: [Liar.Forgery]) throws -> SignedChain? {
        guard let audit = forgeries.first?.change.key.audit else { return nil }
        let end = forgeries.reduce(ChainEnd.start(of: replica, in: audit)) {
            $0.after($1.change.hash)
        }
        let signature = try sign(SignedChain.bytes(audit: audit, end: end, keys: keys))
        return SignedChain(end: end, device: proof, signature: signature)
    }
}
