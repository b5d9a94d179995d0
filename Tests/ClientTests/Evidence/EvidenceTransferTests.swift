import Foundation
import HTTPClient
import Shared
import TestSupport
import Testing

@testable import Client

struct EvidenceTransferTests {
    private let desk: Desk
    private let server: EvidenceServer

    init() throws {
        desk = try Desk()
        server = EvidenceServer(desk.audit)
        try desk.record(.failed)
    }

    @Test func `files go up in parts, and the server ends with their bytes`() async throws {
        let large = [UInt8](repeating: 7, count: 2 * EvidenceJob.sentBytes + 5)
        let files = [large, Array("small".utf8)]
        for bytes in files { try attach(bytes) }
        let report = try await run()
        #expect(report.sent == 2 && report.toSend == 0)
        #expect(report.trouble == nil)
        #expect(server.files == Set(files))
        #expect(server.parts.allSatisfy { $0 <= EvidenceJob.sentBytes })
        // All is known now: nothing is asked.
        let before = server.requests
        _ = try await run()
        #expect(server.requests == before)
    }

    @Test func `after a cut the server is asked, and nothing is sent twice`() async throws {
        let bytes = [UInt8](repeating: 7, count: 3 * EvidenceJob.sentBytes)
        try attach(bytes)
        server.script { $0.cuts = [700_000, 0, 1_000_000, 5] }
        let report = try await run()
        #expect(report.sent == 1)
        #expect(server.files == [bytes])
        #expect(server.parts.reduce(0, +) == bytes.count)
    }

    @Test func `an upload that the server has forgotten is begun again`() async throws {
        let bytes = [UInt8](repeating: 7, count: 2 * EvidenceJob.sentBytes)
        try attach(bytes)
        server.script { $0.forgets = 1 }
        #expect(try await run().sent == 1)
        #expect(server.files == [bytes])
    }

    @Test func `a line that damages every file is not fed for ever`() async throws {
        try attach([UInt8](repeating: 7, count: 3 * EvidenceJob.sentBytes))
        server.script { $0.damages = true }
        let report = try await run()
        #expect(report.trouble?.kind == .busy)
        #expect(report.toSend == 1)
        #expect(server.requests < 20)
    }

    @Test(arguments: [ProblemCode.rateLimited, .overloaded])
    func `a server that wants to be asked later gets the file later`(
        _ code: ProblemCode
    ) async throws {
        let later = Problem(code, retryAfter: 3)
        var pauses: [Duration] = []
        func run(then script: (() -> Void)? = nil) async throws -> EvidenceReport {
            pauses = []
            return try await self.run(pause: { pause in
                pauses.append(pause)
                if pauses.count == 1 { script?() }
            })
        }
        try attach(Array("small".utf8))
        server.script { $0.later = [later] }
        #expect(try await run().sent == 1)
        #expect(pauses.count == 1 && pauses.allSatisfy { $0 >= .seconds(3) && $0 <= .seconds(4) })
        // After a cut it is asked by HEAD, whose answer has no body.
        try attach([UInt8](repeating: 7, count: 2 * EvidenceJob.sentBytes))
        server.script { $0.cuts = [700_000] }
        let report = try await run { server.script { $0.later = [later] } }
        #expect(report.sent == 1 && report.trouble == nil)
        #expect(pauses.count == 2 && pauses[1] >= .seconds(3))
    }

    @Test(arguments: [ProblemCode.storageFull, .tooLarge, .notAMember])
    func `what is refused stays here and is to be sent`(_ code: ProblemCode) async throws {
        try attach(Array("menu".utf8))
        server.script { $0.refusal = Problem(code) }
        let report = try await run()
        #expect(report.trouble != nil)
        #expect(report.toSend == 1)
        server.script { $0.refusal = nil }
        #expect(try await run().sent == 1)
    }

    @Test func `a file that is detached on its way is not sent on`() async throws {
        let first = [UInt8](repeating: 7, count: 3 * EvidenceJob.sentBytes)
        let second = [1, 2, 3]
        try attach(first)
        // The cut makes the run wait, and meanwhile somebody looks at what she attached.
        server.script { $0.cuts = [700_000] }
        let report = try await run(pause: { [desk] _ in
            let item = try desk.item()
            let view = try desk.view()
            for file in try desk.client.evidence.items(of: view) {
                _ = try desk.client.evidence.detach(file, of: item, in: view)
            }
        })
        #expect(report.sent == 0 && report.toSend == 0)
        let arrived = server.files.count
        #expect(arrived == 0)
        try attach(second.map(UInt8.init))
        #expect(try await run().sent == 1)
    }

    @Test func `findings that cannot be sent keep files here`() async throws {
        try attach([UInt8](repeating: 7, count: 3 * EvidenceJob.sentBytes))
        let report = try await run(findings: { ReportedError(.unreachable, "No network.") })
        #expect(report.trouble?.kind == .unreachable)
        #expect(report.toSend == 1)
        #expect(server.parts.count <= 1)
    }

    @Test func `a file of somebody else comes in parts, and is checked`() async throws {
        let bytes = [UInt8](repeating: 7, count: EvidenceJob.receivedBytes + 5)
        let hash = Hash256(of: bytes)
        try refer(to: hash)
        // Nobody has sent it yet: that is no trouble.
        let first = try await run()
        #expect(first.toFetch == 1 && first.trouble == nil)
        server.script { $0.files[hash] = [9] + bytes.dropFirst() }
        #expect(try await run().trouble?.kind == .disk)
        #expect(desk.client.evidence.folder.gathered(of: hash) == 0)
        server.script { $0.files[hash] = bytes }
        #expect(try await run().received == 1)
        #expect(desk.client.evidence.folder.size(of: hash) == UInt64(bytes.count))
    }

    // MARK: What the way refuses

    @Test func `a file that the way refuses is passed over and named, and the others go`()
        async throws
    {
        let bad = (1...3).map { Array("EVIL \($0)".utf8) }
        let good = [UInt8](repeating: 7, count: 2 * EvidenceJob.sentBytes)
        for (index, bytes) in bad.enumerated() { try attach(bytes, name: "bad \(index + 1).png") }
        try attach(good)
        server.script { $0.refusesOnTheWay = { $0.body?.starts(with: Array("EVIL".utf8)) == true } }
        let report = try await run()
        #expect(report.sent == 1 && report.toSend == 3)
        #expect(server.files == [good])
        let words = report.trouble?.message ?? ""
        #expect(words.contains("The file “bad ") && words.contains("and 2 others"))
        #expect(words.contains("refused it with 403"))
        let refused = try desk.client.evidence.refused(desk.audit)
        #expect(refused.map(\.name).sorted() == ["bad 1.png", "bad 2.png", "bad 3.png"])
        #expect(refused.allSatisfy { $0.trouble.contains("with 403") })
        #expect(try desk.client.queries.overview(of: desk.audit).evidenceRefused.count == 3)
        // Once the way lets them through they go, and nothing is said of them any more.
        server.script { $0.refusesOnTheWay = nil }
        #expect(try await run().sent == 3)
        #expect(try desk.client.evidence.refused(desk.audit).isEmpty)
    }

    @Test func `a file from others that the way refuses keeps no other one away`() async throws {
        let files = [Array("EVIL".utf8), [UInt8](repeating: 7, count: 100)]
        for bytes in files { try refer(to: Hash256(of: bytes)) }
        server.script { state in
            for bytes in files { state.files[Hash256(of: bytes)] = bytes }
            let bad = Hash256(of: files[0]).hex
            state.refusesOnTheWay = { $0.path.hasSuffix(bad) }
        }
        let report = try await run()
        #expect(report.received == 1 && report.toFetch == 1)
        #expect(report.trouble?.message.contains("did not get through") == true)
    }

    @Test(arguments: [700_000, 100_000, 5_000])
    func `a way that takes less at a time gets smaller parts, in both directions`(
        bytesMax: Int
    ) async throws {
        let up = [UInt8](repeating: 7, count: EvidenceJob.sentBytes + 5)
        let down = [UInt8](repeating: 8, count: EvidenceJob.sentBytes)
        try attach(up)
        try refer(to: Hash256(of: down))
        server.script { state in
            state.files[Hash256(of: down)] = down
            state.refusalOnTheWay = 413
            state.refusesOnTheWay = { request in
                let range = request.header("Range")?.dropFirst("bytes=".count).split(separator: "-")
                let asked = range.flatMap { Int($0[1]) }.map {
                    $0 + 1 - (Int(range?[0] ?? "") ?? 0)
                }
                return max(request.body?.count ?? 0, asked ?? 0) > bytesMax
            }
        }
        let report = try await run()
        #expect(report.sent == 1 && report.received == 1 && report.trouble == nil)
        #expect(server.files == [up, down])
        #expect(server.parts.allSatisfy { $0 <= bytesMax })
    }

    @Test func `a way that takes no part at all ends the run, and the next begins with others`()
        async throws
    {
        let bad = (0..<12).map { [UInt8](repeating: UInt8($0), count: 10) }
        for bytes in bad { try attach(bytes) }
        server.script { $0.refusesOnTheWay = { ($0.body?.count ?? 0) == 10 } }
        var report = try await run()
        #expect(report.toSend == 12 && server.requests < 30)
        let good = [UInt8](repeating: 99, count: 11)
        try attach(good)
        report = try await run()
        #expect(report.sent == 1 && report.toSend == 12)
    }

    @Test(arguments: [401, 407, 502, 511])
    func `what refuses everybody on the way ends the run at once`(status: Int) async throws {
        for count in 1...5 { try attach([UInt8](repeating: 1, count: count)) }
        server.script {
            $0.refusalOnTheWay = status
            $0.refusesOnTheWay = { _ in true }
        }
        let report = try await run()
        #expect(report.toSend == 5 && server.requests == EvidenceTransfer<SeededGenerator>.jobsMax)
        #expect(try desk.client.evidence.refused(desk.audit).isEmpty)
    }

    // MARK: Doing

    private func run(
        pause: @escaping (Duration) async throws -> Void = { _ in },
        findings: @escaping () async throws -> ReportedError? = { nil }
    ) async throws -> EvidenceReport {
        var transfer = EvidenceTransfer(
            audit: desk.audit, store: desk.client.store, folder: desk.client.evidence.folder,
            calls: EvidenceCalls(desk.audit, over: server),
            persistence: SyncPersistence(attemptsMax: 3), pause: pause,
            syncFindings: findings, progress: { _ in }, generator: SeededGenerator(seed: 1))
        return try await transfer.run()
    }

    private func attach(_ bytes: [UInt8], name: String? = nil) throws {
        let folder = try TemporaryFolder(preferMemory: true)
        let url = folder.url.appending(path: "file")
        try Data(bytes).write(to: url)
        _ = try desk.client.evidence.attach(
            [EvidenceSource(try FileHandle(forReadingFrom: url), name: name)],
            to: Desk.criterion, of: try desk.item(), in: try desk.view())
    }

    private func refer(to hash: Hash256) throws {
        let field = FieldID(criterion: Desk.criterion, .evidence, hash.hex)
        try desk.hear(from: desk.maya, [Write(field: field, value: .present, replaces: [])])
    }
}
