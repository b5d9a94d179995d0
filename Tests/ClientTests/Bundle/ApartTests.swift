import Crypto
import Foundation
import Reading
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// Whose a bundle's chains are is proved, or they stay apart.
struct ApartTests {
    private let meeting: Meeting
    private let maya: AuditClient
    private let lee: AuditClient
    private let audit = Meeting.audit
    private let now = Meeting.now

    init() throws {
        meeting = try Meeting()
        maya = try meeting.laptop("maya")
        lee = try meeting.laptop("lee")
        try meeting.save("from maya", on: maya)
    }

    @Test func `work of a device that nobody knows has no effect until it is accepted`() throws {
        let taken = try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1")).taken
        let fingerprint = try maya.identity().keyFingerprint
        #expect(taken.people.isEmpty && taken.changes == 1)
        #expect(taken.apart.map(\.fingerprint) == [fingerprint])
        #expect(try meeting.titles(lee) == [])
        #expect(try lee.store.bundles.importedCount(audit) == 0)
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [.unknown])

        let typed = fingerprint.lowercased().replacing("-", with: " ")
        let accepted = try lee.store.devices.accept(typed, at: now)
        #expect(accepted.map(\.counts) == [true] && accepted.map(\.changes) == [1])
        #expect(try meeting.titles(lee) == ["from maya"])
        #expect(try lee.store.devices.apart(audit).isEmpty)
        // What it writes later needs no asking, under its successor's key too.
        try maya.rekey(after: maya.identity(), because: .copied, at: now)
        try meeting.save("later", on: maya)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "2"))
        #expect(try meeting.titles(lee) == ["later"])
    }

    @Test func `a fingerprint that nothing here has accepts nobody`() throws {
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        let told = trouble {
            _ = try lee.store.devices.accept(lee.identity().keyFingerprint, at: now)
        }
        #expect(told?.kind == .notFound && told?.message.contains("is no device") == true)
        #expect(try meeting.titles(lee) == [])
    }

    @Test func `where a server has the audit an accepted device still counts for nothing`() throws {
        try onServer(lee)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        let accepted = try lee.store.devices.accept(maya.identity().keyFingerprint, at: now)
        #expect(accepted.map(\.counts) == [false])
        #expect(try meeting.titles(lee) == [])
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [.accepted])
    }

    @Test func `a certificate of the joined server proves a device, another's does not`() throws {
        let server = Curve25519.Signing.PrivateKey()
        try meeting.enrol(maya, at: server)
        let path = try meeting.bundle(of: maya, "1")
        let own = ServerKey(server.publicKey.rawRepresentation)
        let other = ServerKey(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)
        try onServer(lee)
        try lead(on: lee)
        try lee.store.bundles.importBundle(from: path, trusting: other)
        #expect(try meeting.titles(lee) == [])
        try lee.store.devices.proveImported(by: #require(own))
        #expect(try meeting.titles(lee) == ["from maya"])
        #expect(try lee.store.devices.apart(audit).isEmpty)
    }

    @Test func `a certificate that a carrier leaves out takes none away that came before`()
        throws
    {
        let server = Curve25519.Signing.PrivateKey()
        let own = try #require(ServerKey(server.publicKey.rawRepresentation))
        try meeting.enrol(maya, at: server)
        try onServer(lee)
        try lead(on: lee)
        try lee.store.bundles.importBundle(from: meeting.bundle(of: maya, "1"), trusting: own)
        try meeting.save("later", on: maya)
        let bare = try meeting.altered(meeting.bundle(of: maya, "2"), "bare") { item in
            if case .chain? = item.item { item.chain.device.clearCertificate() }
        }
        try lee.store.bundles.importBundle(from: bare, trusting: own)
        #expect(try meeting.titles(lee).contains("later"))
        // Nor for whom she hands it on to.
        let ruth = try meeting.laptop("ruth")
        try onServer(ruth)
        try lead(on: ruth)
        try ruth.store.bundles.importBundle(from: meeting.bundle(of: lee, "3"), trusting: own)
        #expect(try meeting.titles(ruth).contains("later"))
        #expect(try ruth.store.devices.apart(audit).isEmpty)
    }

    @Test func `a certified device cannot bring work in somebody else's name`() throws {
        let server = Curve25519.Signing.PrivateKey()
        try meeting.enrol(maya, at: server, as: PersonID(high: 9, low: 9))
        let own = try #require(ServerKey(server.publicKey.rawRepresentation))
        try maya.store.file.write {
            // A laptop that says it is the lead's: name, id and all.
            try $0.run("update home set person_name = 'Tomas'")
        }
        let proof = try maya.identity().proof
        let replica = try maya.identity().replica
        #expect(proof.person(of: replica, by: own) == PersonID(high: 9, low: 9))
        let claimed = PersonID(high: 5, low: 5)
        let trust = try lee.store.file.write {
            try DeviceTrust(own, in: ClientStore.ensureAudit(audit, $0), $0)
        }
        func chain(_ replica: ReplicaID) -> SignedChain {
            let end = ChainEnd(dot: Dot(replica: replica, n: 1), chain: .zero)
            return SignedChain(end: end, device: proof, signature: [])
        }
        #expect(trust.level(of: chain(replica), by: claimed) == .unknown)
        #expect(trust.level(of: chain(replica), by: PersonID(high: 9, low: 9)) == .proved)
        // And nothing about a device that the certificate does not name.
        let other = ReplicaID(high: 4, low: 4)
        #expect(trust.level(of: chain(other), by: claimed) == .unknown)
    }

    @Test func `where a server has the audit a file moves no role and decides for nobody`() throws {
        let server = Curve25519.Signing.PrivateKey()
        try meeting.enrol(maya, at: server)
        let me = try maya.whoami().person
        try maya.save(
            [
                RecordDraft(
                    key: .plan(audit), act: .plan,
                    edits: Drafts.person(me, name: "Maya", role: .lead))
            ], in: audit)
        let field = FieldID(criterion: "menu.android.state-open", .decision)
        let state = RecordKey.state(
            audit,
            StateID(
                component: ComponentID(high: 5, low: 1),
                environment: EnvironmentID(high: 6, low: 1), round: 1, state: "expanded"))
        let decision = Decision(
            judgement: .passed, settled: [], reason: Text(normalizing: "mine"), rule: nil)
        try maya.save(
            [
                RecordDraft(
                    key: state, act: .decision,
                    edits: [FieldEdit(field, .decision(decision))])
            ], in: audit)
        let own = try #require(ServerKey(server.publicKey.rawRepresentation))
        let path = try meeting.bundle(of: maya, "1")
        try onServer(lee)
        try lee.store.bundles.importBundle(from: path, trusting: own)
        // By the plan as pulled she is no member: nothing of it is hers to write.
        #expect(try meeting.titles(lee) == [])
        #expect(try lee.store.plan(audit)?.people.isEmpty == true)
        #expect(try lee.store.record(state)?.siblings(of: field) == [])
        // Of an audit that no server has, what is accepted here counts.
        let noor = try meeting.laptop("noor")
        try meeting.introduce(maya, noor)
        try noor.bundles.importBundle(from: path)
        #expect(try noor.store.plan(audit)?.people[me]?.role == .lead)
        #expect(try noor.store.devices.unconfirmed(audit).count == 3)
        // What came in a file is proposed until a server has it, whoever leads.
        let decided = try #require(try noor.store.record(state)?.siblings(of: field).first)
        #expect(try noor.view(audit).isProposed(decided))
    }

    @Test func `what a lost device signed after its end has no effect, nor what it handed on to`()
        throws
    {
        let server = Curve25519.Signing.PrivateKey()
        let own = try #require(ServerKey(server.publicKey.rawRepresentation))
        try meeting.enrol(maya, at: server)
        let lost = try maya.identity().replica
        try onServer(lee)
        try lead(on: lee)
        try lee.store.bundles.importBundle(from: meeting.bundle(of: maya, "1"), trusting: own)
        #expect(try meeting.titles(lee) == ["from maya"])
        try end([lost: 0], on: lee)
        #expect(try meeting.titles(lee) == [])
        // Whoever has its key signs a successor that no server has seen.
        try maya.rekey(after: maya.identity(), because: .copied, at: now)
        try meeting.save("by a thief", on: maya)
        try lee.store.bundles.importBundle(from: meeting.bundle(of: maya, "2"), trusting: own)
        #expect(try meeting.titles(lee) == [])
        // One that enrolled itself stands on its own certificate.
        try meeting.enrol(maya, at: server)
        try lee.store.bundles.importBundle(from: meeting.bundle(of: maya, "3"), trusting: own)
        #expect(try meeting.titles(lee) == ["by a thief"])
    }

    /// Lets a pull's opening tell of devices that ended.
    private func end(_ ended: [ReplicaID: UInt64], on client: AuditClient) throws {
        try client.store.file.write { database in
            let row = try ClientStore.ensureAudit(audit, database)
            try DeviceStore.note(ended: EndedDevices(last: ended, stamp: 1), in: row, database)
        }
    }

    @Test func `a chain that the server keeps for the leads has no effect any more`() throws {
        try meeting.introduce(maya, lee)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        #expect(try meeting.titles(lee) == ["from maya"])
        let batch = try #require(
            try lee.store.push.nextBatch(audit, countMax: 9, bytesMax: 9_999))
        #expect(batch.signed?.device == (try maya.identity().proof))
        let answer = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: batch.replica, n: 1), chain: .zero), seal: [],
            isUnplaced: true)
        #expect(try lee.store.push.settle(audit, answer) == .settled)
        #expect(try meeting.titles(lee) == [])
        #expect(try lee.store.push.nextBatch(audit, countMax: 9, bytesMax: 9_999) == nil)
        #expect(try lee.store.devices.apart(audit).map(\.standing) == [.unplaced])
        // What comes behind it is offered, and the same file changes nothing.
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1b"))
        try meeting.save("more", on: maya)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "2"))
        #expect(try lee.store.push.nextBatch(audit, countMax: 9, bytesMax: 9_999)?.first == 2)
    }

    @Test func `what a server kept for the leads is offered again to one that was put back`() throws
    {
        try meeting.introduce(maya, lee)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        let batch = try #require(try next(lee))
        let answer = Acknowledgement(
            epoch: EpochID(high: 0, low: 1),
            end: ChainEnd(dot: Dot(replica: batch.replica, n: 1), chain: .zero), seal: [],
            isUnplaced: true)
        #expect(try lee.store.push.settle(audit, answer) == .settled)
        #expect(try next(lee) == nil)
        try lee.store.reconcile.begin(audit, to: EpochID(high: 0, low: 2))
        try lee.store.reconcile.enterEpoch(audit)
        #expect(try next(lee)?.replica == batch.replica)
        #expect(try meeting.titles(lee) == ["from maya"])
        // What it had refused for good, too.
        try lee.store.push.refuseImported(audit, batch.replica, because: "no", forGood: true)
        #expect(try next(lee) == nil)
        try lee.store.reconcile.enterEpoch(audit)
        #expect(try next(lee)?.replica == batch.replica)
    }

    @Test func `a device that was accepted as one person's brings nothing in another's name`()
        throws
    {
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        let fingerprint = try maya.identity().keyFingerprint
        _ = try lee.store.devices.accept(fingerprint, at: now)
        let me = try maya.whoami().person
        let other = PersonID(high: 5, low: 5)
        try claim(other, on: maya)
        try meeting.save("in another's name", on: maya)
        let path = try meeting.bundle(of: maya, "2")
        let taken = try lee.bundles.importBundle(from: path).taken
        #expect(taken.changes == 0 && taken.misnamed.map(\.fingerprint) == [fingerprint])
        #expect(taken.refusals.first?.contains("was accepted here as somebody else's") == true)
        #expect(try meeting.titles(lee) == ["from maya"])
        #expect(try lee.store.reconcile.verify(audit)?.damaged == [])
        // Nor does a device that goes on for it, whose chain is not here yet.
        try maya.rekey(after: maya.identity(), because: .copied, at: now)
        try meeting.save("later", on: maya)
        let later = try lee.bundles.importBundle(from: meeting.bundle(of: maya, "3")).taken
        #expect(later.changes == 0 && !later.misnamed.isEmpty)
        #expect(try meeting.titles(lee) == ["from maya"])
        // Where a server proves it, both ids are hers.
        let server = Curve25519.Signing.PrivateKey()
        try meeting.enrol(maya, at: server, as: other)
        let proved = try meeting.bundle(of: maya, "4")
        let own = try #require(ServerKey(server.publicKey.rawRepresentation))
        #expect(try lee.store.bundles.importBundle(from: proved, trusting: own).taken.changes == 3)
        #expect(try meeting.titles(lee) == ["later"])
        #expect(me != other)
    }

    @Test func `where a server has the audit a file changes the plan by its author's role`() throws
    {
        let server = Curve25519.Signing.PrivateKey()
        let own = try #require(ServerKey(server.publicKey.rawRepresentation))
        try meeting.enrol(maya, at: server)
        let me = try maya.whoami().person
        let field = FieldID(.label)
        let component = RecordKey.component(audit, ComponentID(high: 5, low: 1))
        try maya.save(
            [RecordDraft(key: component, edits: [FieldEdit(field, Drafts.text("Stolen"))])],
            in: audit)
        let path = try meeting.bundle(of: maya, "1")
        for (role, counts) in [(Role.tester, false), (.lead, true), (.reader, false)] {
            let laptop = try meeting.laptop(role.rawValue)
            try meeting.pull(Drafts.person(me, name: "Maya", role: role), on: laptop)
            try laptop.store.bundles.importBundle(from: path, trusting: own)
            #expect(try meeting.titles(laptop).contains("from maya") == counts)
            // A component that nobody has named is a tester's to name.
            let label = try laptop.store.record(component)?.siblings(of: field) ?? []
            #expect(label.isEmpty == (role == .reader))
        }
        // A role that is pulled later counts at once.
        let laptop = try meeting.laptop("later")
        try meeting.pull([], on: laptop)
        try laptop.store.bundles.importBundle(from: path, trusting: own)
        #expect(try meeting.titles(laptop) == [])
        try meeting.pull(Drafts.person(me, name: "Maya", role: .lead), on: laptop)
        #expect(try meeting.titles(laptop) == ["from maya"])
    }

    @Test func `what a file changes is shown by the roles of this moment, whatever moves them`()
        throws
    {
        let server = Curve25519.Signing.PrivateKey()
        let own = try #require(ServerKey(server.publicKey.rawRepresentation))
        try meeting.enrol(maya, at: server)
        let path = try meeting.bundle(of: maya, "1")
        let (me, lee) = (try maya.whoami().person, try meeting.laptop("later"))
        try lee.store.bundles.importBundle(from: path, trusting: own)
        #expect(try meeting.titles(lee) == ["from maya"])
        // The server that gets the audit has nobody as a lead yet.
        try lee.store.pull.created(audit, cursor: [1], epoch: EpochID(high: 1, low: 1))
        try expectShown([], on: lee)
        for (role, titles) in [(Role.lead, ["from maya"]), (.reader, [])] {
            try lee.save(
                [
                    RecordDraft(
                        key: .plan(audit), act: .plan,
                        edits: Drafts.person(me, name: "Maya", role: role))
                ], in: audit)
            try expectShown(titles, on: lee)
        }
    }

    private func expectShown(_ titles: [String], on client: AuditClient) throws {
        #expect(try meeting.titles(client) == titles)
        #expect(try client.store.recovery.derivedFaults(audit).isClean)
    }

    // MARK: Laptops

    private func next(_ client: AuditClient) throws -> OutgoingBatch? {
        try client.store.push.nextBatch(audit, countMax: 9, bytesMax: 9_999)
    }

    /// Lets a laptop pull that maya leads.
    private func lead(on client: AuditClient) throws {
        try meeting.pull(
            Drafts.person(maya.whoami().person, name: "Maya", role: .lead), on: client)
    }

    /// From now on a laptop writes in somebody else's name.
    private func claim(_ person: PersonID, on client: AuditClient) throws {
        try client.store.file.write { try $0.run("update home set person = ?", person) }
    }

    private func onServer(_ client: AuditClient) throws {
        try meeting.save("here", on: client)
        try client.store.file.write {
            for table in ["change", "chain", "summary", "record"] {
                try $0.run("delete from \(table)")
            }
            try $0.run("update audit set is_on_server = 1")
        }
    }
}
