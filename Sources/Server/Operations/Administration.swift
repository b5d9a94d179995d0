package import Foundation
import Publishing
package import Shared

/// What an administrator does with a data folder, possibly beside the process that serves it.
package struct Administration: Sendable {
    /// What needs no more than a call; without a bearer it asks for nobody's permission.
    package let core: ServerCore

    /// Opens or creates the data folder; throws `SecretsError`, `StorageError`.
    package init(
        dataFolder: URL, at now: Date, using generator: inout some RandomNumberGenerator
    ) throws {
        core = try ServerCore(
            folder: dataFolder, purpose: .administration, now: { now }, using: &generator)
    }

    package func close() throws { try core.store.close() }

    /// Begins and returns a new epoch, as the database was put back while nobody served it.
    ///
    /// - Throws: `SecretsError`, `StorageError`, busy while a server runs, `Problem`.
    package static func declareRestore(
        in dataFolder: URL, at now: Date, using generator: inout some RandomNumberGenerator
    ) async throws -> EpochID {
        let core = try ServerCore(
            folder: dataFolder, purpose: .serving, now: { now }, using: &generator)
        try await core.declareRestore()
        try core.store.close()
        return core.epoch
    }

    /// Writes an invite for a new person, or for another device of a known one.
    ///
    /// - Parameter device: The fingerprint of the one device that it lets in; nil for any.
    /// - Returns: Its code in groups of five, and when it stops working, used or not.
    /// - Throws: `Problem`, `not-found` for a person who never enrolled here.
    package func invite(
        name: String, person: PersonID?, device: String? = nil, at now: Date,
        using generator: inout some RandomNumberGenerator
    ) async throws -> (code: String, expires: Date) {
        guard !name.allSatisfy(\.isWhitespace)
        else { throw Problem(.malformed, detail: "A person's name must say something.") }
        let code = InviteCode.random(using: &generator)
        let expires = try await core.invite(
            name: name, person: person, device: device, code: code, at: now)
        return (code.text, expires)
    }

    /// Takes a listed one back by eight or more first digits of its id; `not-found` unless one.
    package func revoke(
        _ id: String, among grants: [GrantSummary], at now: Date
    ) async throws -> GrantSummary {
        let found = grants.filter { id.count >= 8 && $0.id.hasPrefix(id.lowercased()) }
        guard let grant = found.first, found.count == 1,
            let hash = [UInt8](hex: grant.id).flatMap(Hash256.init(bytes:))
        else {
            throw Problem(
                .notFound,
                detail: found.isEmpty
                    ? "nothing that begins with \(id) is listed; eight digits are the least"
                    : "several begin with \(id); name more of its digits")
        }
        try await core.revoke(hash, at: now)
        return grant
    }

    /// Makes an audit known whose creator does not come; returns the name of its lead.
    ///
    /// - Parameter lead: Her id, or the name under which she enrolled.
    /// - Throws: `Problem`, `not-found` unless exactly one person is called so.
    package func found(_ id: AuditID, lead: String, at now: Date) async throws -> String {
        let person = try await person(called: lead)
        try await core.found(id, lead: person.id, at: now)
        return person.name
    }

    /// Makes somebody who has enrolled a lead of an audit; returns her name.
    ///
    /// - Parameter lead: Her id, or the name under which she enrolled.
    /// - Throws: `Problem`, `audit-unknown`, `not-found` unless exactly one person is called so.
    package func nameLead(of id: AuditID, _ lead: String, at now: Date) async throws -> String {
        let person = try await person(called: lead)
        try await core.nameLead(person.id, of: id, at: now)
        return person.name
    }

    private func person(called name: String) async throws -> (id: PersonID, name: String) {
        let people = try await core.read { try IdentityTables(db: $0).people() }
        let wanted = people.filter { $0.id.hex == name || $0.name == name }
        guard let person = wanted.first, wanted.count == 1 else {
            throw Problem(
                .notFound,
                detail: wanted.isEmpty
                    ? "nobody called \(name) has enrolled here"
                    : "several are called \(name); name her by her id")
        }
        return (id: person.id, name: person.name)
    }

    /// All that an audit keeps for its leads; throws `audit-unknown`.
    package func quarantine(of audit: AuditID) async throws -> [QuarantinedItem] {
        var items: [QuarantinedItem] = []
        var place: QuarantinePlace?
        repeat {
            let page = try await core.quarantine(of: audit, after: place, by: nil)
            items += page.items
            place = page.next
        } while place != nil
        return items
    }

    /// Every audit, in the order in which they came.
    package func audits() async throws -> [AuditID] {
        try await core.read { try AuditTables(db: $0).audits().map(\.id) }
    }

    package static var exportFormats: [String] { Export.all.map(\.id) }

    /// The ending of the file that a query gets.
    ///
    /// - Throws: `Problem`, `malformed`, for what no export can have.
    package func fileExtension(of query: [(name: String, value: String)]) throws -> String {
        do { return try ExportQuery(query).export.fileExtension } catch {
            throw Problem(ofQuery: error)
        }
    }

    /// Writes what was asked for of an audit, the bytes of `accord export`.
    ///
    /// - Parameters:
    ///   - query: As names and values of an `ExportQuery`.
    ///   - show: Takes how far it is, in a line in place of the one before; empty in the end.
    /// - Returns: How many findings there are, and what the file does not have, in sentences.
    /// - Throws: `Problem`, `audit-unknown`, or what the query cannot have.
    package func export(
        _ id: AuditID, _ query: [(name: String, value: String)],
        show: (@Sendable (String) -> Void)? = nil,
        to write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> (findings: Int, remarks: [String]) {
        let reading = ServerReading(core: core)
        let progress = show.map { ExportProgress(show: $0) }
        defer { progress?.end() }
        do {
            let written = try await reading.write(
                ExportQuery(query), of: id, progress: progress, to: write)
            return (written.findings, written.remarks)
        } catch {
            throw reading.problem(ofExport: error)
        }
    }
}
