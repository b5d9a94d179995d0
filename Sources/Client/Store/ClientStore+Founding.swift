import Foundation
import GRDB
package import Shared
import Storage

/// From whose id and which nonce an audit's id was made.
struct Founding: Hashable, Sendable {
    let person: PersonID
    /// 16 bytes that only she knows at first.
    let nonce: [UInt8]

    /// The audit that they make.
    var audit: AuditID { .founded(by: person, nonce: nonce) }
}

extension ClientStore {
    /// Begins an audit in a person's name: makes its id, and keeps what shows that it is hers.
    ///
    /// Nothing of the audit is there before its plan is saved.
    package func found(
        by person: PersonID, using generator: inout some RandomNumberGenerator
    ) throws -> AuditID {
        let nonce = (0..<AuditID.nonceBytes).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        let founding = Founding(person: person, nonce: nonce)
        try keep(founding)
        return founding.audit
    }

    /// Keeps how an audit was begun, as a bundle tells it.
    func keep(_ founding: Founding) throws {
        try file.write {
            try $0.run(
                "insert or ignore into founding values (?, ?, ?)", founding.audit, founding.person,
                founding.nonce)
        }
    }

    /// How an audit was begun; nil where that is not known here.
    func founding(of audit: AuditID) throws -> Founding? {
        try file.read { try Self.founding(of: audit, $0) }
    }

    static func founding(of audit: AuditID, _ database: Database) throws -> Founding? {
        try database.first("select person, nonce from founding where audit = ?1", audit) {
            Founding(person: try $0.identifier(0), nonce: $0.blob(1))
        }
    }

    /// What a server is shown that is to know an audit.
    func creation(of audit: AuditID) throws -> WireCreateAuditRequest {
        var request = WireCreateAuditRequest()
        if let founding = try founding(of: audit) {
            request.person = Data(founding.person.bytes)
            request.nonce = Data(founding.nonce)
        }
        request.cursor = Data(try file.read { try Self.audit(audit, $0)?.cursor } ?? [])
        return request
    }
}
