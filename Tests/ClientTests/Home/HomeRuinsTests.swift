@testable import Client
import Foundation
import Shared
import TestSupport
import Testing

/// A database of nobody: what a making left that was cut off, or what is left of a home.
struct HomeRuinsTests {
    private let folder: TemporaryFolder
    private let home: ClientHome

    init() throws {
        folder = try TemporaryFolder()
        home = ClientHome(
            home: folder.url.appending(path: "home").path, state: nil, environment: [:])
        try home.create()
        try ClientStore(path: home.databasePath).close()
    }

    @Test func `a making that was cut off behind its key is begun once more`() throws {
        var identity = Identity()
        identity.fingerprint = HomeFingerprint.of(home)
        try identity.write(home)
        _ = try AuditClient.create(home, name: "Maya")
        #expect(try AuditClient(home: home).whoami().personName == "Maya")
    }

    @Test func `a key of another database is not written over`() throws {
        let identity = Identity()
        try identity.write(home)
        #expect(throws: ClientError.self) { try AuditClient.create(home, name: "Maya") }
        #expect(throws: ClientError.self) { try AuditClient(home: home) }
        #expect(try Identity.read(home)?.replica == identity.replica)
    }

    @Test func `a journal beside a database of nobody stays as it is`() throws {
        let bytes = Data("unsent".utf8)
        try bytes.write(to: URL(filePath: home.journalPath))
        #expect(throws: ClientError.self) { try AuditClient.open(home) }
        #expect(throws: ClientError.self) { try AuditClient.create(home, name: "Maya") }
        #expect(try Data(contentsOf: URL(filePath: home.journalPath)) == bytes)
        #expect(try Identity.read(home) == nil)
        #expect(Journal(path: home.journalPath).orphanFiles.isEmpty)
    }
}

extension Identity {
    fileprivate init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }
}
