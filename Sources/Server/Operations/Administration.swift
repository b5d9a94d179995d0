package import Foundation
import Presentation
package import Shared

/// What an administrator does with a data folder, possibly beside the process that serves it.
package struct Administration: Sendable {
    private let store: SQLiteStore
    let core: ServerCore

    /// Opens the data folder, creating it for a server that has never run.
    ///
    /// - Throws: `SecretsFolder.Failure`, `StorageError`.
    package init(
        dataFolder: URL, at now: Date, using generator: inout some RandomNumberGenerator
    ) throws {
        let secret = try SecretsFolder(in: dataFolder).secret(using: &generator)
        store = try SQLiteStore(
            folder: dataFolder, purpose: .administration, at: now, using: &generator)
        core = ServerCore(store: store, secret: secret, now: { now })
    }

    /// A new invite, as it is handed over.
    package struct Invite: Hashable, Sendable {
        /// The code in groups of five.
        package let code: String
        /// When it stops working, used or not.
        package let expires: Date
    }

    /// Writes an invite for a new person, or for another device of a known one.
    ///
    /// - Parameter device: The fingerprint of the one device that it lets in; nil for any.
    /// - Throws: `Problem`, `not-found` for a person who never enrolled here.
    package func invite(
        name: String, person: PersonID?, device: String? = nil, at now: Date,
        using generator: inout some RandomNumberGenerator
    ) async throws -> Invite {
        guard !name.allSatisfy(\.isWhitespace) else {
            throw Problem(.malformed, detail: "A person's name must say something.")
        }
        let code = InviteCode.random(using: &generator)
        let expires = try await core.invite(
            name: name, person: person, device: device, code: code, at: now)
        return Invite(code: code.text, expires: expires)
    }

    /// A token that lets a script read one audit until it expires.
    ///
    /// - Throws: `Problem`, `audit-unknown`, `malformed` for more than a year.
    package func exporterToken(
        audit: AuditID, expires: Date, at now: Date
    ) async throws -> String {
        try await core.exporterToken(audit: audit, expires: expires, at: now)
    }

    /// Every invite, the one that ends first at the beginning.
    package func invites() async throws -> [GrantSummary] { try await core.invites() }

    /// Every exporter's token that this database knows, the one that ends first at the beginning.
    package func exporterTokens() async throws -> [GrantSummary] {
        try await core.exporterTokens()
    }

    /// Takes one back of those that a list named.
    ///
    /// - Parameter id: The first digits of its id, at least eight.
    /// - Throws: `Problem`, `not-found` unless exactly one begins so.
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

    /// Every audit, in the order of their creation.
    package func audits() async throws -> [AuditSummary] {
        try await core.summaries()
    }

    /// One audit, nil when the server does not know it.
    package func audit(_ id: AuditID) async throws -> AuditSummary? {
        try await core.summary(of: id)
    }

    /// The ids of the export formats, in the order people are offered them.
    package static var exportFormats: [String] { Export.all.map(\.id) }

    /// Writes every finding of an audit, the bytes of `accord export`.
    ///
    /// - Returns: How many findings were written.
    /// - Throws: `Problem`, `audit-unknown`, or `not-found` for a format that there is not.
    package func export(
        _ id: AuditID, as format: String, to file: FileHandle
    ) async throws -> Int {
        guard let export = Export.named(format) else {
            throw Problem(.notFound, detail: "there is no export format \(format)")
        }
        var pieces = try await core.export(id, as: export)
        while let piece = try await core.next(of: &pieces) {
            try file.write(contentsOf: Data(piece))
        }
        return pieces.findings
    }

    /// Closes the database; nothing may be called afterwards.
    package func close() throws {
        try store.close()
    }
}
