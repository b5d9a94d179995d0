package import Foundation
import Reading
package import Shared
import Storage
import Synchronization

/// One tester's Accord, put together: home, identity, store, recorder and transport.
///
/// It alone asks the clock and draws secrets.
package final class AuditClient: Sendable {
    package let home: ClientHome
    package let store: ClientStore
    package let settings: ClientSettings
    let repaired = Mutex<Set<AuditID>>([])
    let names = NameMemory()
    /// Catalogues that came with audits; a program reads each once.
    let travelledCatalogues = Mutex<[CataloguePin: Catalogue]>([:])
    let disputeMemory = DisputeMemory()
    let coverageMemory = CoverageMemory()
    let indexed = Mutex<IndexedMoment?>(nil)

    /// Opens the home that `accord init` made; throws `.noHome`, `.homeInRuins`, `.storage`.
    package init(home: ClientHome, settings: ClientSettings = .standard) throws(ClientError) {
        self.home = home
        self.settings = settings
        store = try Self.store(of: home)
    }

    /// Opens the database of a home, and nothing that only lies where one should be.
    private static func store(of home: ClientHome) throws(ClientError) -> ClientStore {
        do {
            switch try home.site() {
            case .free: throw ClientError.noHome(path: home.folder.path)
            case .ruins(let ruins): throw ClientError.homeInRuins(ruins)
            case .taken, .home: break
            }
            let store = try ClientStore(
                path: home.databasePath, journal: Journal(path: home.journalPath),
                reserve: DiskReserve(in: home.folder.path))
            guard try store.home() == nil else { return store }
            try store.close()
            throw home.ruins(.ownerless).map(ClientError.homeInRuins)
                ?? ClientError.noHome(path: home.folder.path)
        } catch {
            throw Self.error(error, of: home)
        }
    }

    private static func error(_ error: any Error, of home: ClientHome) -> ClientError {
        if let known = error as? ClientError { return known }
        let failure = StorageError(error, path: home.databasePath)
        return switch failure {
        case .damaged, .foreignFile:
            home.ruins(.unusable).map(ClientError.homeInRuins) ?? .storage(failure)
        case .newerVersion, .olderVersion, .diskFull, .busy, .replaced, .taken, .unfit, .failed:
            .storage(failure)
        }
    }

    /// Makes a new home, without a network; if it throws nothing that was there is touched.
    ///
    /// - Parameter person: The id that an earlier laptop of hers has; nil for whoever has none.
    package static func create(
        _ home: ClientHome, name: String, person: PersonID? = nil
    ) throws -> AuditClient {
        let name = name.trimmed
        guard name.isName, name.utf8.count <= Limits.standard.nameBytesMax else {
            throw AuditError.invalid(
                "a name is one line of 1 to \(Limits.standard.nameBytesMax) bytes")
        }
        var generator = SystemRandomNumberGenerator()
        // Her id follows from the key of her first device, so that nobody else can claim it.
        var identity = Identity(using: &generator)
        let store = try vacantStore(of: home)
        // The key first: a home whose person's key is gone could never show whose it is.
        identity.fingerprint = HomeFingerprint.of(home)
        try identity.write(home)
        try store.initialise(
            home: .random(using: &generator), person: person ?? identity.person,
            name: Text(normalizing: name).string, replica: identity.replica,
            identityPath: home.identityPath)
        try store.close()
        return try AuditClient(home: home)
    }

    /// A new database, or what a making that was cut off left; if it throws nothing was touched.
    private static func vacantStore(of home: ClientHome) throws(ClientError) -> ClientStore {
        do {
            switch try home.site() {
            case .free: try home.create()
            case .ruins(let ruins): throw ClientError.homeInRuins(ruins)
            case .taken: throw StorageError.foreignFile(path: home.databasePath)
            case .home: break
            }
            let store = try ClientStore(path: home.databasePath)
            let refusal =
                try store.home() == nil
                ? home.ruins(.ownerless).map(ClientError.homeInRuins)
                : .homeExists(path: home.folder.path)
            guard let refusal else {
                try home.create()
                return store
            }
            try store.close()
            throw refusal
        } catch {
            throw Self.error(error, of: home)
        }
    }

    package static var now: Date { Date() }
    package var now: Date { Self.now }

    package func whoami() throws -> HomeRow {
        guard let row = try store.home() else { throw ClientError.noHome(path: home.folder.path) }
        return row
    }
}

/// What the search index had when an audit was last brought into it.
struct IndexedMoment {
    let audit: AuditID
    /// Taken before it was compared.
    let mark: ClientStore.Revision
    /// How many sources there were; a file that was removed and made anew since has fewer.
    let sources: Int
    /// How many things can be found: findings of the audit, and entries of the catalogue.
    let counts: (findings: Int, entries: Int)
}
