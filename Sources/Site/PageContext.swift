package import Client
package import Foundation
package import Reading
package import Shared

/// What every page and every form is made and answered with: the site, who asks, and when that is.
package struct PageContext: Sendable {
    package let site: Site
    /// Asked of the home each time: whoever joins a server in the browser is somebody else then.
    package let person: HomeRow
    package let time: PageTime

    package var now: Date { time.now }
    package var client: AuditClient { site.client }
    /// The word for where the home is: what was saved is “on this” one.
    package var place: String { site.host.place }
    package var catalogue: Catalogue { site.catalogue }

    /// The catalogue that an audit pins, where that is here.
    func catalogue(of view: AuditView) -> Catalogue {
        client.catalogues.catalogue(of: view, besides: catalogue).catalogue
    }

    /// - Throws: `PageError.notFound` for an audit that is not here, `arriving` without its plan.
    func requireHere(_ audit: AuditID) throws {
        guard try !client.queries.isHere(audit) else { return }
        let arrival = try client.queries.arrival(of: audit)
        throw arrival.map { PageError.arriving($0.words) } ?? PageError.notFound
    }

    package func view(of audit: AuditID) throws -> AuditView {
        try requireHere(audit)
        return try client.view(audit)
    }

    /// What stands on the component states of an audit, counted.
    func coverage(of audit: AuditID) throws -> AuditCoverage {
        let view = try client.view(audit)
        return try client.queries.coverage(of: view, catalogue(of: view))
    }

    /// A file that findings of an audit refer to, at least one; throws `PageError.notFound` else.
    func findings(
        with hash: Hash256, of audit: AuditID
    ) throws -> (view: AuditView, items: [EvidenceItem]) {
        let view = try view(of: audit)
        let items = try client.evidence.items(of: view).filter { $0.hash == hash }
        guard !items.isEmpty else { throw PageError.notFound }
        return (view, items)
    }
}
