@testable import Client
import Foundation
import Shared
import Storage
import TestSupport
import Testing

/// Two laptops that never meet a server exchange files.
struct BundleTests {
    private let meeting: Meeting
    private let maya: AuditClient
    private let lee: AuditClient
    private let audit = Meeting.audit
    private let now = Meeting.now

    init() throws {
        meeting = try Meeting()
        maya = try meeting.laptop("maya")
        lee = try meeting.laptop("lee")
        try meeting.introduce(maya, lee)
    }

    @Test func `an exchange both ways shows both works on both laptops`() throws {
        try meeting.save("from maya", on: maya)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        try meeting.save("from lee", on: lee)
        try maya.bundles.importBundle(from: meeting.bundle(of: lee, "2"))
        #expect(try meeting.titles(maya) == ["from lee"])
        #expect(try meeting.titles(lee) == ["from lee"])
    }

    @Test func `what neither had seen stands side by side on both laptops`() throws {
        try meeting.save("from maya", on: maya)
        try meeting.save("from lee", on: lee)
        let first = try meeting.bundle(of: maya, "1")
        let second = try meeting.bundle(of: lee, "2")
        try lee.bundles.importBundle(from: first)
        try maya.bundles.importBundle(from: second)
        #expect(try meeting.titles(maya) == ["from lee", "from maya"])
        #expect(try meeting.titles(lee) == ["from lee", "from maya"])
        #expect(try maya.store.bundles.importedCount(audit) == 1)
    }

    @Test func `work that answers work that answers work comes in that order`() throws {
        try meeting.save("one", on: maya)
        for round in 0..<4 {
            let (from, to) = round.isMultiple(of: 2) ? (maya, lee) : (lee, maya)
            try to.bundles.importBundle(from: meeting.bundle(of: from, "\(round)"))
            try meeting.save("answer \(round)", on: to)
        }
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "last"))
        #expect(try meeting.titles(maya) == ["answer 3"])
        #expect(try meeting.titles(lee) == ["answer 3"])
        for laptop in [maya, lee] {
            #expect(try laptop.store.reconcile.verify(audit)?.damaged == [])
        }
    }

    @Test func `importing again changes nothing, and a longer chain goes on`() throws {
        try meeting.save("one", on: maya)
        let first = try meeting.bundle(of: maya, "1")
        #expect(try lee.bundles.importBundle(from: first).taken.changes == 1)
        #expect(try lee.bundles.importBundle(from: first).taken.changes == 0)
        try meeting.save("two", on: maya)
        #expect(
            try lee.bundles.importBundle(from: meeting.bundle(of: maya, "2")).taken.changes == 1)
        #expect(try lee.bundles.importBundle(from: first).taken.changes == 0)
        #expect(try meeting.titles(lee) == ["two"])
    }

    @Test func `a laptop passes on what it imported, and its own work comes back as known`() throws
    {
        try meeting.save("one", on: maya)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        try meeting.save("two", on: lee)
        let noor = try meeting.laptop("noor")
        try meeting.introduce(maya, lee, noor)
        let taken = try noor.bundles.importBundle(from: meeting.bundle(of: lee, "2")).taken
        #expect(taken.people.map(\.name) == ["lee", "maya"])
        #expect(try meeting.titles(noor) == ["two"])
        #expect(
            try maya.bundles.importBundle(from: meeting.bundle(of: noor, "3")).taken.changes == 1)
        #expect(try meeting.titles(maya) == ["two"])
    }

    @Test func `another history under the same numbers is passed over by name, and nothing else`()
        throws
    {
        try meeting.save("one", on: maya)
        let twin = try meeting.twin(of: maya)
        try meeting.save("here", on: maya)
        try meeting.save("there", on: twin)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        // The twin carries a colleague's work as well.
        let noor = try meeting.laptop("noor")
        try meeting.introduce(maya, lee, noor, twin)
        try meeting.save("from noor", on: noor)
        try twin.bundles.importBundle(from: meeting.bundle(of: noor, "n"))
        let other = try meeting.bundle(of: twin, "2")
        for laptop in [lee, maya] {
            let taken = try laptop.bundles.importBundle(from: other).taken
            #expect(taken.forks.map(\.name) == ["maya"])
            #expect(taken.forks.first?.words.contains("another history") == true)
            #expect(taken.people.map(\.name) == ["noor"])
            #expect(try meeting.titles(laptop) == ["from noor", "here"])
            #expect(try laptop.store.reconcile.verify(audit)?.damaged == [])
        }
    }

    @Test func `a replica's numbers are taken by no other key, whatever a file says`() throws {
        try meeting.save("one", on: maya)
        // Eve has seen Maya's keys and hands on from them, or to them, without having them.
        let mine = try lee.identity()
        let hers = try maya.identity()
        let end = ChainEnd(dot: Dot(replica: hers.replica, n: 1), chain: .zero)
        for keys in [hers.keys + mine.keys, mine.keys + hers.keys, mine.keys] {
            let proof = DeviceProof(certificate: nil, keys: keys)
            let signature = try mine.sign(
                SignedChain.bytes(audit: audit, end: end, keys: keys))
            let chain = SignedChain(end: end, device: proof, signature: signature)
            let wire = WireBundleChain(chain, by: Author(person: mine.person, name: "Eve"))
            let error = #expect(throws: BundleError.self) {
                try BundleChainCheck(wire, audit: audit, path: "eve.accord")
            }
            #expect(error.map { "\($0)".contains("eve.accord") } == true)
        }
        // Nor does a chain change hands on its way: whoever signs it has said for whom it goes on.
        let signature = try hers.sign(SignedChain.bytes(audit: audit, end: end, keys: hers.keys))
        let genuine = SignedChain(end: end, device: hers.proof, signature: signature)
        #expect(genuine.isSigned(in: audit))
        let altered = DeviceProof(certificate: nil, keys: mine.keys + hers.keys)
        #expect(!SignedChain(end: end, device: altered, signature: signature).isSigned(in: audit))
    }

    @Test func `nothing is taken from a file with any byte altered, cut or added`() throws {
        try meeting.save("one", on: maya)
        try meeting.save("two", on: maya)
        let path = try meeting.bundle(of: maya, "1")
        let good = try Data(contentsOf: URL(filePath: path))
        let bad = meeting.folder.url.appending(path: "bad").path
        for index in good.indices {
            var bytes = good
            bytes[index] ^= UInt8(1 << (index % 8))
            try bytes.write(to: URL(filePath: bad))
            #expect(throws: BundleError.self) { try lee.bundles.importBundle(from: bad) }
        }
        for count in stride(from: 0, to: good.count, by: 7) {
            try good.prefix(count).write(to: URL(filePath: bad))
            #expect(throws: BundleError.self) { try lee.bundles.importBundle(from: bad) }
        }
        try (good + [0]).write(to: URL(filePath: bad))
        #expect(throws: BundleError.self) { try lee.bundles.importBundle(from: bad) }
        #expect(try lee.store.audits().isEmpty)
        #expect(try lee.bundles.importBundle(from: path).taken.changes == 2)
    }

    @Test func `what stands beside the signed bytes of a change has no effect`() throws {
        try meeting.save("one", on: maya)
        let path = try meeting.bundle(of: maya, "1")
        let lying = try meeting.altered(path, "carried") { item in
            guard case .changes(var list) = item.item else { return }
            for index in list.changes.indices {
                list.changes[index].outcome = .rejected
                list.changes[index].reason = "invalid: the server refused it"
            }
            item.item = .changes(list)
        }
        try lee.bundles.importBundle(from: lying)
        #expect(try meeting.titles(lee) == ["one"])
        #expect(try lee.store.bundles.importedRefusals(audit).isEmpty)
        #expect(try lee.bundles.importBundle(from: path).taken.changes == 0)
        #expect(try meeting.titles(lee) == ["one"])
        // It hands nothing of it on, nor does an author tell what a server said of her work.
        try maya.store.file.write {
            try $0.run("update change set outcome = 2, reason = 'invalid: it was refused'")
        }
        for file in try [meeting.bundle(of: lee, "on"), meeting.bundle(of: maya, "own")] {
            _ = try meeting.altered(file, file.hash.description) { item in
                guard case .changes(let list) = item.item else { return }
                #expect(list.changes.allSatisfy { $0.outcome == .unspecified && $0.reason.isEmpty })
            }
        }
    }

    @Test func `whose a chain is follows from what she signed, not from the name beside it`() throws
    {
        try meeting.save("one", on: maya)
        let path = try meeting.bundle(of: maya, "1")
        let relabelled = try meeting.altered(path, "carried") { item in
            guard case .chain(var chain) = item.item else { return }
            chain.person = Data(PersonID(high: 1, low: 1).bytes)
            chain.personName = "Tomas\nBerg"
            item.item = .chain(chain)
        }
        let me = try maya.whoami().person
        #expect(try lee.bundles.importBundle(from: relabelled).taken.people.map(\.person) == [me])
        let chains = try lee.store.bundles.chains(audit).map(\.row)
        #expect(chains.map { $0.author?.person } == [me])
        #expect(chains.map { $0.author?.name } == ["Tomas Berg"])
        // By the plan she is called what she is called there, whatever a file says.
        try maya.save(
            [
                RecordDraft(
                    key: .plan(audit), act: .plan,
                    edits: Drafts.person(me, name: "Maya Lindqvist", role: .lead))
            ], in: audit)
        let taken = try lee.bundles.importBundle(from: meeting.bundle(of: maya, "2")).taken
        #expect(taken.people.map(\.name) == ["Maya Lindqvist"])
    }

    @Test func `a file that a newer program made is named as such`() throws {
        var header = WireBundleHeader()
        header.format = 3
        let path = meeting.folder.url.appending(path: "newer").path
        try BundleWriter(path: path, header: header).finish()
        #expect(trouble { try lee.bundles.importBundle(from: path) }?.kind == .newer)
    }

    @Test func `no file is overwritten and none is left by an export of nothing`() throws {
        let path = meeting.folder.url.appending(path: "nothing").path
        #expect(throws: BundleError.nothingToCarry) {
            try maya.bundles.exportBundle(
                audit, to: path, withEvidence: false, program: "test", at: now)
        }
        try meeting.save("one", on: maya)
        let first = try meeting.bundle(of: maya, "1")
        let refusal = trouble { _ = try meeting.bundle(of: maya, "1") }
        #expect(refusal?.kind == .badInput && refusal?.message.contains(first) == true)
        let names = try FileManager.default.contentsOfDirectory(atPath: meeting.folder.url.path)
        #expect(!names.contains { $0.hasPrefix("nothing") || $0.hasPrefix(".accord-draft-") })
    }

    @Test func `a laptop that goes on under a successor is known under both`() throws {
        try meeting.save("one", on: maya)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "1"))
        try maya.rekey(after: maya.identity(), because: .copied, at: now)
        try meeting.save("two", on: maya)
        try lee.bundles.importBundle(from: meeting.bundle(of: maya, "2"))
        #expect(try meeting.titles(lee) == ["two"])
        #expect(try lee.store.reconcile.verify(audit)?.damaged == [])
    }
}
