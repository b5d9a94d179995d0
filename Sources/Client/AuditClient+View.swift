import Foundation
package import Shared

extension AuditClient {
    /// Reads plan and components of an audit.
    ///
    /// - Throws: `ClientError.notFound` when this laptop does not have the audit.
    package func view(_ audit: AuditID) throws -> AuditView {
        let me = try whoami()
        guard let names = try names.read(audit, from: store) else {
            throw ClientError.notFound(
                what: "audit", name: String(audit.hex.prefix(12)), known: try auditNames())
        }
        return AuditView(
            names, person: me.person, confirmed: try store.log.confirmed(audit),
            open: Set(try store.pull.laterOutcomes(audit).keys))
    }

    /// Finds the audit somebody means.
    ///
    /// - Parameter name: A title, or six or more digits of the id; nil for the only one.
    /// - Throws: `ClientError.notFound`, or `.ambiguous` listing the audits.
    package func audit(named name: String?) throws -> AuditID {
        let all = try store.audits()
        guard let name else {
            guard let only = all.first else {
                throw ReportedError(
                    .notFound,
                    "This laptop has no audit yet. Start one with accord audit new, or fetch those "
                        + "that you are a member of with accord sync.")
            }
            guard all.count == 1 else {
                throw ClientError.ambiguous(
                    what: "audit with --audit", name: "", candidates: try auditNames())
            }
            return only
        }
        let wanted = NaturalKey.folded(name)
        let found = try all.filter { audit in
            if isIdentifierPrefix(name), audit.hex.hasPrefix(name.lowercased()) { return true }
            return try store.plan(audit)?.titles.contains { NaturalKey.folded($0) == wanted }
                == true
        }
        guard let only = found.first else {
            throw ClientError.notFound(what: "audit", name: name, known: try auditNames())
        }
        guard found.count == 1 else {
            throw ClientError.ambiguous(what: "audit", name: name, candidates: try auditNames())
        }
        return only
    }

    /// The audits of this laptop, each by the front of its id and its title.
    private func auditNames() throws -> [String] {
        try store.audits().map { audit in
            "\(audit.hex.prefix(12))  \(try store.plan(audit)?.title ?? "")"
        }
    }
}
