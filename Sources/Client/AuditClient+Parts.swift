import Foundation
package import Reading
import Shared

/// What can be done with an audit, each group of acts beside its kin.
extension AuditClient {
    package var recording: ClientRecording { ClientRecording(client: self) }
    package var planning: ClientPlanning { ClientPlanning(client: self) }
    package var decisions: ClientDecisions { ClientDecisions(client: self) }
    package var team: ClientTeam { ClientTeam(client: self) }
    package var withdrawals: ClientWithdrawals { ClientWithdrawals(client: self) }
    package var queries: ClientQueries { ClientQueries(client: self) }
    package var fieldChecks: ClientFieldChecks { ClientFieldChecks(client: self) }
    package var checks: ClientChecks { ClientChecks(client: self) }
    package var evidence: ClientEvidence { ClientEvidence(client: self) }
    package var catalogues: ClientCatalogues { ClientCatalogues(client: self) }
    package var bundles: ClientBundles { ClientBundles(client: self) }
    package var syncing: ClientSyncing { ClientSyncing(client: self) }
    package var snippets: Snippets { Snippets(of: home) }
    package var savedFilters: NamedEntries<AuditFilter> {
        NamedEntries("saved filter", in: home.folder.appending(path: "filters"))
    }
}

/// A part of the client; it knows the whole, of which most need the same few things.
protocol ClientPart: Sendable {
    var client: AuditClient { get }
}

extension ClientPart {
    var store: ClientStore { client.store }
    var home: ClientHome { client.home }
    var now: Date { client.now }

    func whoami() throws -> HomeRow { try client.whoami() }

    func view(_ audit: AuditID) throws -> AuditView { try client.view(audit) }
}

/// What testers record: from a form, from a file of rows, from a screen's capture.
package struct ClientRecording: ClientPart {
    let client: AuditClient
}

/// What there is to test, in which order, and who does it.
package struct ClientPlanning: ClientPart {
    let client: AuditClient
}

/// What leads decide: findings, and the plan where it is contested.
package struct ClientDecisions: ClientPart {
    let client: AuditClient
}

/// Who is in an audit's team, and what each may do.
package struct ClientTeam: ClientPart {
    let client: AuditClient
}

/// Taking work back, and what that leaves of it.
package struct ClientWithdrawals: ClientPart {
    let client: AuditClient
}

/// Overview, events, search and exports; nothing here writes.
package struct ClientQueries: ClientPart {
    let client: AuditClient
}

/// What a lead is to ask about, and which of it she has seen.
package struct ClientFieldChecks: ClientPart {
    let client: AuditClient
}

/// Whether the server holds what it said, and the laptop what the server holds.
package struct ClientChecks: ClientPart {
    let client: AuditClient
}

/// Files of evidence: attached, fetched, checked, taken off.
package struct ClientEvidence: ClientPart {
    let client: AuditClient
}

/// The catalogues with which audits are read.
package struct ClientCatalogues: ClientPart {
    let client: AuditClient
}

/// Work that goes from laptop to laptop in files.
package struct ClientBundles: ClientPart {
    let client: AuditClient
}

/// Everything that needs a server.
package struct ClientSyncing: ClientPart {
    let client: AuditClient
}
