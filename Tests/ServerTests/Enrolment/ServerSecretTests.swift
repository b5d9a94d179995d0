import Foundation
import Shared
import TestSupport
import Testing

@testable import Server

struct ServerSecretTests {
    private static let secret = ServerSecret(bytes: [UInt8](repeating: 7, count: 32))
    private static let person = PersonID(high: 1, low: 1)
    private static let replica = ReplicaID(high: 2, low: 1)
    private static let token = secret.token(person: person, replica: replica, at: TestServer.now)

    @Test func `a token speaks for its device as long as the device may sync`() throws {
        let bearer = try Self.secret.bearer(
            of: Self.token, at: TestServer.now.addingTimeInterval(1e9))
        #expect(bearer == .device(person: Self.person, replica: Self.replica))
    }

    @Test func `no changed or cut token gets in`() {
        let characters = Array(Self.token)
        for index in characters.indices {
            var changed = characters
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(throws: Problem.self) {
                try Self.secret.bearer(of: String(changed), at: TestServer.now)
            }
            #expect(throws: Problem.self) {
                try Self.secret.bearer(of: String(characters[..<index]), at: TestServer.now)
            }
        }
    }

    @Test func `another server's token does not get in`() {
        let other = ServerSecret(bytes: [UInt8](repeating: 8, count: 32))
        #expect(throws: Problem.self) { try other.bearer(of: Self.token, at: TestServer.now) }
    }

    @Test func `an exporter's token ends`() throws {
        let audit = AuditID(high: 9, low: 9)
        let end = TestServer.now.addingTimeInterval(60)
        let token = Self.secret.exporterToken(audit: audit, expires: end)
        let bearer = Bearer.exporter(audit: audit, token: ServerSecret.hash(of: token))
        #expect(try Self.secret.bearer(of: token, at: TestServer.now) == bearer)
        #expect(throws: Problem.self) { try Self.secret.bearer(of: token, at: end) }
    }

    @Test func `a secret that is printed says nothing`() {
        #expect("\(Self.secret)" == "(secret)")
    }
}

struct SecretsFolderTests {
    @Test func `the secret is drawn once and readable by its owner only`() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 1)
        let keep = SecretsFolder(in: folder.url)
        let first = try keep.secret(using: &generator)
        let second = try keep.secret(using: &generator)
        let person = PersonID(high: 1, low: 1)
        let replica = ReplicaID(high: 2, low: 1)
        #expect(
            first.token(person: person, replica: replica, at: TestServer.now)
                == second.token(person: person, replica: replica, at: TestServer.now))
        let path = folder.url.appending(path: "keep/seal-key").path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a database without its key is not given another one`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: AuditStore.fileName))
        var generator = SeededGenerator(seed: 1)
        let path = folder.url.appending(path: "keep/seal-key").path
        #expect(throws: SecretsError.keyMissing(path: path)) {
            try SecretsFolder(in: folder.url).secret(using: &generator)
        }
    }
}
