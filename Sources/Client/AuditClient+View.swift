import Foundation
package import Reading
package import Shared

extension AuditClient {
    /// Which components of an audit a view names; of others it has the front of their ids.
    package enum Naming {
        case all
        /// Those in which something may wait for a person: few, however many there are.
        case waiting
    }

    /// Throws `AuditError.notFound` when this laptop does not have the audit.
    ///
    /// Where its plan has not come yet, what is thrown says how much of it has.
    package func view(_ audit: AuditID, naming: Naming = .all) throws -> AuditView {
        let me = try whoami()
        let known =
            switch naming {
            case .all: try names.read(audit, from: store)
            case .waiting: AuditNames(try store.waitingNames(audit), over: nil)
            }
        guard let names = known else {
            if let arrival = try store.pull.arrival(audit) { throw ReportedError(arrival) }
            throw AuditError.notFound(
                what: "audit", name: String(audit.hex.prefix(12)), known: try auditNames())
        }
        return AuditView(
            names: names, records: StoredRecords(of: audit, in: store, disputeMemory),
            person: me.person, ids: me.ids, confirmed: try store.log.acknowledgedNumbers(audit),
            open: Set(try store.pull.laterOutcomes(audit).keys))
    }

    /// Finds by title, or by six or more digits of the id; nil means the only one there is.
    ///
    /// One that is still on its way here is no second one.
    package func audit(named name: String?) throws -> AuditID {
        let wanted = name.map(NaturalKey.folded)
        var found = try store.audits().filter { audit in
            guard let name, let wanted else { return true }
            if isIdentifierPrefix(name), audit.hex.hasPrefix(name.lowercased()) { return true }
            return try store.plan(audit)?.titles.map(NaturalKey.folded).contains(wanted) == true
        }
        if name == nil, found.count > 1 {
            let whole = try found.filter { try store.plan($0) != nil }
            if !whole.isEmpty { found = whole }
        }
        guard let only = found.first else {
            if let name {
                throw AuditError.notFound(what: "audit", name: name, known: try auditNames())
            }
            throw ReportedError(
                .notFound,
                "This laptop has no audit yet. Start one with accord audit new, or fetch those "
                    + "that you are a member of with accord sync.")
        }
        if found.count == 1 { return only }
        throw AuditError.ambiguous(
            what: name == nil ? "audit with --audit" : "audit", name: name ?? "",
            candidates: try auditNames())
    }

    private func auditNames() throws -> [String] {
        try store.audits().map { audit in
            let arrival = try store.pull.arrival(audit)
                .flatMap { $0.title == nil ? $0.words : nil }
            return "\(audit.hex.prefix(12))  \(try arrival ?? store.plan(audit)?.title ?? "")"
        }
    }
}
