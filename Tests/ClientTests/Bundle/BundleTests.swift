@testable import Client
import Foundation
import Shared
import TestSupport
import Testing

/// Two laptops that never meet a server exchange files.
struct BundleTests {
    private let folder: TemporaryFolder
    private let maya: AuditClient
    private let lee: AuditClient
    private let audit = AuditID(high: 7, low: 7)
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        maya = try Self.laptop("maya", in: folder)
        lee = try Self.laptop("lee", in: folder)
        try AuditClient.introduce(maya, lee)
    }

    @Test func `an exchange both ways shows both works on both laptops`() throws {
        try save("from maya", on: maya)
        try lee.importBundle(from: bundle(of: maya, "1"))
        try save("from lee", on: lee)
        try maya.importBundle(from: bundle(of: lee, "2"))
        #expect(try titles(maya) == ["from lee"])
        #expect(try titles(lee) == ["from lee"])
    }

    @Test func `what neither had seen stands side by side on both laptops`() throws {
        try save("from maya", on: maya)
        try save("from lee", on: lee)
        let (first, second) = try (bundle(of: maya, "1"), bundle(of: lee, "2"))
        try lee.importBundle(from: first)
        try maya.importBundle(from: second)
        #expect(try titles(maya) == ["from lee", "from maya"])
        #expect(try titles(lee) == ["from lee", "from maya"])
        #expect(try maya.store.importedCount(audit) == 1)
    }

    @Test func `work that answers work that answers work comes in that order`() throws {
        try save("one", on: maya)
        for round in 0..<4 {
            let (from, to) = round.isMultiple(of: 2) ? (maya, lee) : (lee, maya)
            try to.importBundle(from: bundle(of: from, "\(round)"))
            try save("answer \(round)", on: to)
        }
        try lee.importBundle(from: bundle(of: maya, "last"))
        #expect(try titles(maya) == ["answer 3"])
        #expect(try titles(lee) == ["answer 3"])
        for laptop in [maya, lee] { #expect(try laptop.store.verify(audit)?.damaged == []) }
    }

    @Test func `importing again changes nothing, and a longer chain goes on`() throws {
        try save("one", on: maya)
        let first = try bundle(of: maya, "1")
        #expect(try lee.importBundle(from: first).taken.changes == 1)
        #expect(try lee.importBundle(from: first).taken.changes == 0)
        try save("two", on: maya)
        #expect(try lee.importBundle(from: bundle(of: maya, "2")).taken.changes == 1)
        #expect(try lee.importBundle(from: first).taken.changes == 0)
        #expect(try titles(lee) == ["two"])
    }

    @Test func `a laptop passes on what it imported, and its own work comes back as known`() throws
    {
        try save("one", on: maya)
        try lee.importBundle(from: bundle(of: maya, "1"))
        try save("two", on: lee)
        let noor = try Self.laptop("noor", in: folder)
        try AuditClient.introduce(maya, lee, noor)
        let taken = try noor.importBundle(from: bundle(of: lee, "2")).taken
        #expect(taken.people.map(\.name) == ["lee", "maya"])
        #expect(try titles(noor) == ["two"])
        #expect(try maya.importBundle(from: bundle(of: noor, "3")).taken.changes == 1)
        #expect(try titles(maya) == ["two"])
    }

    @Test func `another history under the same numbers is passed over by name, and nothing else`()
        throws
    {
        try save("one", on: maya)
        let twin = try Self.twin(of: maya, in: folder)
        try save("here", on: maya)
        try save("there", on: twin)
        try lee.importBundle(from: bundle(of: maya, "1"))
        // The twin carries a colleague's work as well.
        let noor = try Self.laptop("noor", in: folder)
        try AuditClient.introduce(maya, lee, noor, twin)
        try save("from noor", on: noor)
        try twin.importBundle(from: bundle(of: noor, "n"))
        let other = try bundle(of: twin, "2")
        for laptop in [lee, maya] {
            let taken = try laptop.importBundle(from: other).taken
            #expect(taken.forks.map(\.name) == ["maya"])
            #expect(taken.forks.first?.words.contains("another history") == true)
            #expect(taken.people.map(\.name) == ["noor"])
            #expect(try titles(laptop) == ["from noor", "here"])
            #expect(try laptop.store.verify(audit)?.damaged == [])
        }
    }

    @Test func `a replica's numbers are taken by no other key, whatever a file says`() throws {
        try save("one", on: maya)
        // Eve has seen Maya's keys and hands on from them, or to them, without having them.
        let (mine, hers) = (try lee.identity(), try maya.identity())
        let dot = Dot(replica: hers.replica, n: 1)
        for keys in [hers.keys + mine.keys, mine.keys + hers.keys, mine.keys] {
            let proof = DeviceProof(certificate: nil, keys: keys)
            let signature = try mine.sign(
                SignedChain.bytes(audit: audit, dot: dot, chain: .zero, keys: keys))
            let signed = SignedChain(dot: dot, chain: .zero, signature: signature)
            let chain = BundleChain(
                replica: dot.replica, person: mine.person, personName: "Eve", proof: proof,
                signed: signed)
            #expect(throws: BundleFault.self) {
                try BundleChainCheck(WireBundleChain(chain), audit: audit)
            }
        }
        // Nor does a chain change hands on its way: whoever signs it has said for whom it goes on.
        let keys = mine.keys + hers.keys
        let genuine = SignedChain(
            dot: dot, chain: .zero,
            signature: try hers.sign(
                SignedChain.bytes(audit: audit, dot: dot, chain: .zero, keys: hers.keys)))
        #expect(genuine.isSigned(in: audit, by: hers.proof))
        #expect(!genuine.isSigned(in: audit, by: DeviceProof(certificate: nil, keys: keys)))
    }

    @Test func `nothing is taken from a file with any byte altered, cut or added`() throws {
        try save("one", on: maya)
        try save("two", on: maya)
        let path = try bundle(of: maya, "1")
        let good = try Data(contentsOf: URL(filePath: path))
        let bad = folder.url.appending(path: "bad").path
        for index in good.indices {
            var bytes = good
            bytes[index] ^= UInt8(1 << (index % 8))
            try bytes.write(to: URL(filePath: bad))
            #expect(throws: BundleError.self) { try lee.importBundle(from: bad) }
        }
        for count in stride(from: 0, to: good.count, by: 7) {
            try good.prefix(count).write(to: URL(filePath: bad))
            #expect(throws: BundleError.self) { try lee.importBundle(from: bad) }
        }
        try (good + [0]).write(to: URL(filePath: bad))
        #expect(throws: BundleError.self) { try lee.importBundle(from: bad) }
        #expect(try lee.store.audits().isEmpty)
        #expect(try lee.importBundle(from: path).taken.changes == 2)
    }

    @Test func `a file that a newer program made is named as such`() throws {
        var header = WireBundleHeader()
        header.format = 2
        let path = folder.url.appending(path: "newer").path
        try BundleWriter(path: path, header: header).finish()
        #expect(trouble { try lee.importBundle(from: path) }?.kind == .newer)
    }

    @Test func `no file is overwritten and none is left by an export of nothing`() throws {
        let path = folder.url.appending(path: "nothing").path
        #expect(throws: BundleError.nothingToCarry) {
            try maya.exportBundle(
                audit, to: path, withEvidence: false, program: "test", at: now)
        }
        try save("one", on: maya)
        let first = try bundle(of: maya, "1")
        #expect(throws: BundleError.exists(path: first)) { try bundle(of: maya, "1") }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.hasPrefix("nothing") || $0.hasSuffix(".part") })
    }

    @Test func `a laptop that goes on under a successor is known under both`() throws {
        try save("one", on: maya)
        try lee.importBundle(from: bundle(of: maya, "1"))
        try maya.succeed(after: maya.identity(), because: .copied, at: now)
        try save("two", on: maya)
        try lee.importBundle(from: bundle(of: maya, "2"))
        #expect(try titles(lee) == ["two"])
        #expect(try lee.store.verify(audit)?.damaged == [])
    }

    // MARK: Laptops

    private static func laptop(_ name: String, in folder: TemporaryFolder) throws -> AuditClient {
        try AuditClient.create(
            ClientHome(
                home: folder.url.appending(path: name).path, state: nil, environment: [:]),
            name: name)
    }

    /// A copy that goes on under the same replica, as one that nobody can tell apart would.
    private static func twin(
        of client: AuditClient, in folder: TemporaryFolder
    ) throws -> AuditClient {
        try client.store.checkpoint()
        let home = ClientHome(
            home: folder.url.appending(path: "twin").path, state: nil, environment: [:])
        try home.create()
        try FileManager.default.copyItem(
            atPath: client.home.databasePath, toPath: home.databasePath)
        try client.identity().write(home)
        return try AuditClient(home: home)
    }

    @discardableResult
    private func bundle(of client: AuditClient, _ name: String) throws -> String {
        let path = folder.url.appending(path: "\(name).bundle").path
        _ = try client.exportBundle(
            audit, to: path, withEvidence: true, program: "test", at: now)
        return path
    }

    /// Names what is shown, as a form does.
    private func save(_ title: String, on client: AuditClient) throws {
        let edit = FieldEdit(FieldID(.title), Drafts.text(title))
        try client.save(
            [RecordDraft(key: .plan(audit), act: .plan, edits: [edit])], in: audit)
    }

    private func titles(_ client: AuditClient) throws -> [String] {
        let record = try #require(try client.store.record(.plan(audit)))
        return record.siblings(of: FieldID(.title)).compactMap {
            if case .text(let text) = $0.value { text.string } else { nil }
        }.sorted()
    }
}
