import Shared
import TestSupport
import Testing

/// The bytes of the protocol, computed once by a program that shares no code with this one.
struct GoldenVectorTests {
    private let plan = RecordKey.plan(Sample.audit)
    private let component = RecordKey.component(Sample.audit, ComponentID(high: 0xC0, low: 1))

    @Test func `every recorded vector is reproduced, and each is computed here`() throws {
        let recorded = try GoldenVectors.recorded()
        let computed = keys().merging(changes()) { $1 }.merging(hashes()) { $1 }
            .merging(proofs()) { $1 }
        if GoldenVectors.isRecording { return try recorded.record(computed) }
        #expect(Set(recorded.vectors.map(\.name)) == Set(computed.keys))
        for vector in recorded.vectors {
            #expect(computed[vector.name] == vector.bytes, "\(vector.name): \(vector.input)")
        }
    }

    @Test func `a recorded body decodes to what was written`() throws {
        let written = sampleChanges()
        for vector in try GoldenVectors.recorded().vectors where vector.name.hasPrefix("body.") {
            let change = try #require(written[String(vector.name.dropFirst(5))])
            let bytes = try #require([UInt8](hex: vector.bytes))
            let read = try Change(key: change.key, dot: change.dot, bytes: bytes)
            #expect(read == change)
            #expect(read.body == change.body)
            #expect(read.edit == change.edit)
        }
    }

    private func keys() -> [String: String] {
        [
            "key.plan": plan.bytes.hex, "key.component": component.bytes.hex,
            "key.state": Sample.state.bytes.hex,
            "key.other": RecordKey.other(Sample.audit, kind: 200, id: [1, 2, 3]).bytes.hex,
            "component.plain": NaturalKey.component(
                screen: "Transactions", control: "sheet", label: "Transaction details"
            ).hex,
            "component.folded": NaturalKey.component(
                screen: "U\u{308}BERSICHT", control: "menu",
                label: "STRASSE \u{1E9E} \u{3A3} \u{3C2}", ordinal: 2
            ).hex,
            "component.unseen": NaturalKey.component(
                screen: "Don\u{2019}t", control: "menu", label: "So\u{AD}rt \u{200B}by\u{FE0F}"
            ).hex,
            "component.again": NaturalKey.component(
                screen: "Transactions", control: "sheet", label: "Transaction details", again: 2
            ).hex,
            "environment.ios": NaturalKey.environment(
                Environment(
                    platform: "ios", assistiveTechnology: "voiceover", deviceClass: "phone",
                    majorVersion: "18")
            ).hex,
            "group.folded": NaturalKey.group(named: "ZAHLUNGEN U\u{308}BERALL").hex,
        ]
    }

    private func changes() -> [String: String] {
        var result: [String: String] = [:]
        for (name, change) in sampleChanges() {
            result["body.\(name)"] = change.bytes.hex
            result["h.\(name)"] = change.hash.hex
            if name == "adoption" { result["edit.adoption"] = change.edit.hex }
        }
        return result
    }

    private func hashes() -> [String: String] {
        let changes = sampleChanges()
        let one = changes["judgement"]?.hash ?? .zero
        let two = changes["note"]?.hash ?? .zero
        let starts = ChangeHash.chainStart(audit: Sample.audit, replica: Sample.replica(1))
        let first = ChangeHash.chain(after: starts, one)
        let second = ChangeHash.chain(after: first, two)
        let trail = Trail.start(audit: Sample.audit)
        let entry = TrailEntry(
            sequence: 1, kind: 3,
            event: .change(Dot(replica: Sample.replica(1), n: 1), hash: one, .applied)
        ).trail(after: trail)
        let conflict = digest(after: ["judgement", "note", "concurrent", "decision"])
        return receipts(conflict, second, trail).merging([
            "chain.0": starts.hex, "chain.1": first.hex, "chain.2": second.hex,
            "digest.empty": digest(after: []).hex, "digest.one": digest(after: ["judgement"]).hex,
            "digest.conflict": conflict.hex, "digest.again": again().digest.hex,
            "digest.unplaced": digest(after: ["judgement", "unplaced"]).hex,
            "digest.removed": digest(
                after: ["judgement", "note", "concurrent", "decision", "removal"]
            ).hex,
            "bucket.state": [UInt8(digestBucket(of: Sample.state))].hex,
            "trail.start": trail.hex, "trail.entry": entry.hex,
        ]) { $1 }
    }

    private func receipts(
        _ record: Hash256, _ chain: Hash256, _ trail: Hash256
    ) -> [String: String] {
        let key = ReceiptKey(bytes: Array(0..<32))
        let epoch = EpochID(high: 0xEB, low: 1)
        let outcomes = Trail.outcomes(
            after: Trail.outcomes(after: Trail.noOutcomes, .applied), .rejected)
        let end = ChainEnd(dot: Dot(replica: Sample.replica(1), n: 2), chain: chain)
        return [
            "outcomes.2": outcomes.hex,
            "receipt.record": key.record(epoch: epoch, audit: Sample.audit, digest: record).hex,
            "receipt.ack": key.acknowledgement(
                epoch: epoch, audit: Sample.audit, end: end, outcomes: outcomes
            ).hex,
            "receipt.checkpoint": key.checkpoint(
                epoch: epoch, audit: Sample.audit, vector: [end],
                root: Hash256(of: Array("root".utf8)), count: 7, at: 1_763_718_000_000
            ).hex,
            "cursor": Cursor(
                epoch: epoch, audit: Sample.audit, floor: 3, position: 4, head: 5, trail: trail
            ).sealed(by: key).hex,
        ]
    }

    private func proofs() -> [String: String] {
        let device = DeviceKey(publicKey: Array(0x20..<0x40))
        guard let id = ServerKey(0x40..<0x60)?.id else { return [:] }
        let serial: UInt64 = 1_763_718_000_000
        let certificates = [1, 2].map { number in
            Certificate(
                server: id, person: Sample.person(number), publicKey: device.publicKey,
                serial: serial, signature: Array(repeating: 7, count: 64))
        }
        return [
            "certificate.signed": Certificate.bytes(
                server: id, person: Sample.person(2), publicKey: device.publicKey, serial: serial
            ).hex,
            "proof.others": DeviceProof(
                certificate: certificates[0], others: [certificates[1]], keys: [device]
            ).serialized.hex,
        ]
    }

    /// A record in which one write has two dots.
    private func again() -> Record {
        let changes = sampleChanges()
        var record = Record.after([changes["judgement"]].compactMap(\.self))
        if let reissue = changes["reissue"] { record.applyAgain(reissue) }
        return record
    }

    private func digest(after names: [String]) -> Hash256 {
        let changes = sampleChanges()
        return Record.after(names.compactMap { changes[$0] }).digest
    }

    // MARK: The changes of the vectors

    private func sampleChanges() -> [String: Change] {
        let one = Change.sample(
            1, 1, [judged(.failed(.serious, .app))], wallTime: 1_763_718_000_000)
        let two = Change(
            key: Sample.state, dot: Dot(replica: Sample.replica(1), n: 2),
            body: ChangeBody(
                author: Sample.person(1), act: .edit,
                writes: [judged(.passed, [one.edit]), note("name is not spoken")],
                sees: VersionVector([one.dot]), wallTime: 1_763_718_000_001,
                salt: [1, 2, 3, 4, 5, 6, 7, 8]))
        let three = Change.sample(2, 1, [judged(.failed(.minor, .platform))], wallTime: -1)
        let decision = Decision(
            judgement: .failed(.serious, .app), settled: [two.edit, three.edit],
            reason: Text(normalizing: "heard it myself"), rule: "most-severe")
        let four = Change.sample(
            3, 1, [Write(field: Sample.decision, value: .decision(decision), replaces: [])],
            act: .decision, sees: VersionVector([two.dot, three.dot]))
        return [
            "judgement": one, "note": two, "concurrent": three, "decision": four,
            "removal": .sample(
                2, 2, [Write(field: Sample.judgement, value: nil, replaces: [three.edit])]),
            "second": .judged(
                4, 1, .cantTell, knew: [two.edit, three.edit, four.edit],
                sees: VersionVector([two.dot, three.dot, four.dot])),
            "withdrawal": .sample(
                3, 4,
                [withdrawn(Sample.withdrawn, "another screen", covers: [two.edit, three.edit])],
                act: .decision),
            "reissue": one.issuedAgain(at: Dot(replica: Sample.replica(5), n: 1)),
            "adoption": adopted(), "unplaced": unplaced(over: one), "plan": planned(),
            "component": added(two.edit),
        ]
    }

    private func judged(_ judgement: Judgement, _ replaces: [EditID] = []) -> Write {
        Write(field: Sample.judgement, value: .judgement(judgement), replaces: replaces)
    }

    private func note(_ text: String) -> Write {
        Write(field: Sample.note, value: .text(Text(normalizing: text)), replaces: [])
    }

    private func withdrawn(_ field: FieldID, _ reason: String, covers: [EditID]) -> Write {
        let withdrawal = Withdrawal(reason: Text(normalizing: reason), covers: covers)
        return Write(field: field, value: .withdrawal(withdrawal), replaces: [])
    }

    private func adopted() -> Change {
        Change.sample(2, 3, [note("cafe\u{301}")])
            .issuedAgain(
                at: Dot(replica: Sample.replica(3), n: 2), adoptedBy: Sample.person(3))
    }

    private func unplaced(over one: Change) -> Change {
        Change.sample(2, 4, [judged(.passed, [one.edit])], author: 1)
            .issuedAgain(
                at: Dot(replica: Sample.replica(3), n: 5), adoptedBy: Sample.person(3),
                isUnplaced: true)
    }

    private func planned() -> Change {
        let policy = Policy(rules: [
            PolicyRule(control: "menu", state: "disabled", method: "most-severe"),
            PolicyRule(method: "seniority", ranks: [Sample.person(3), Sample.person(1)]),
        ])
        return .sample(
            3, 3,
            [
                Write(field: FieldID(.policy), value: .policy(policy), replaces: []),
                Write(
                    field: FieldID(.round, "2"),
                    value: .round(number: 2, build: Text(normalizing: "8.5.0")), replaces: []),
                Write(
                    field: FieldID(.person, Sample.person(1).hex, "role"), value: .role(.tester),
                    replaces: []),
            ], key: plan, act: .plan)
    }

    private func added(_ covered: EditID) -> Change {
        .sample(
            1, 3,
            [
                withdrawn(FieldID(.withdrawn), "twice", covers: [covered]),
                Write(field: FieldID(.ordinal), value: .number(2), replaces: []),
                Write(field: FieldID(.state, "ios", "expanded"), value: .present, replaces: []),
            ], key: component)
    }
}
