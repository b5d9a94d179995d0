import Foundation
import GRDB
import Shared
import Storage
import TestSupport

@testable import Client

/// Laptops of one audit that meet without a server and hand each other files.
struct Meeting {
    let folder: TemporaryFolder
    static let audit = AuditID(high: 7, low: 7)
    static let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    func laptop(_ name: String) throws -> AuditClient {
        try AuditClient.create(home(name), name: name)
    }

    private func home(_ name: String) -> ClientHome {
        ClientHome(home: folder.url.appending(path: name).path, state: nil, environment: [:])
    }

    /// A copy that goes on under the same replica, as one that nobody can tell apart would.
    func twin(of client: AuditClient) throws -> AuditClient {
        try client.store.checkpoint()
        let home = home("twin")
        try home.create()
        try FileManager.default.copyItem(
            atPath: client.home.databasePath, toPath: home.databasePath)
        try client.identity().write(home)
        return try AuditClient(home: home)
    }

    /// The path of a file with what a laptop has.
    @discardableResult
    func bundle(of client: AuditClient, _ name: String) throws -> String {
        let path = folder.url.appending(path: "\(name).bundle").path
        _ = try client.bundles.exportBundle(
            Self.audit, to: path, withEvidence: true, program: "test", at: Self.now)
        return path
    }

    /// Names what is shown, as a form does.
    func save(_ title: String, on client: AuditClient) throws {
        let edit = FieldEdit(FieldID(.title), Drafts.text(title))
        try client.save(
            [RecordDraft(key: .plan(Self.audit), act: .plan, edits: [edit])],
            in: Self.audit)
    }

    /// The audit's titles as a laptop shows them.
    func titles(_ client: AuditClient) throws -> [String] {
        guard let record = try client.store.record(.plan(Self.audit)) else { return [] }
        return record.siblings(of: FieldID(.title)).compactMap {
            if case .text(let text) = $0.value { text.string } else { nil }
        }.sorted()
    }

    /// Lets laptops accept each other's devices, as after comparing fingerprints.
    func introduce(_ clients: AuditClient...) throws {
        let keys = try clients.map { try $0.identity().publicKey }
        for client in clients {
            try client.store.file.write { database in
                for key in keys {
                    try database.execute(
                        sql: "insert or ignore into accepted_device values (?, 0)",
                        arguments: [Data(key)])
                }
            }
        }
    }
}
