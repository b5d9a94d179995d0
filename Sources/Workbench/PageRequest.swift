import Client
import Foundation
import Hummingbird
import Shared

/// A request of somebody who has come in, and the only way from a route to a `PageContext`.
struct PageRequest: Sendable {
    let request: Request
    let site: Site
    private let person: PersonID
    private let parameters: Parameters

    /// - Throws: `PageError.noSession` for a request that the middleware did not find a person for.
    init(_ request: Request, _ context: WorkbenchContext, of site: Site) throws {
        guard let person = context.person else { throw PageError.noSession }
        self.request = request
        self.site = site
        self.person = person
        parameters = context.parameters
    }

    var query: Parameters { request.uri.queryParameters }

    func run<Result: Sendable>(
        _ work: @escaping @Sendable (PageContext) throws -> Result
    ) async throws -> Result {
        try await site.run(as: person, work)
    }

    func runAside<Result: Sendable>(
        _ work: @escaping @Sendable (PageContext) throws -> Result
    ) async throws -> Result {
        try await site.run(as: person, isAside: true, work)
    }

    /// A segment of the address, as it was sent.
    ///
    /// - Throws: `PageError.notFound` for an address without it.
    func segment(_ name: String) throws -> String {
        guard let segment = parameters.get(name) else { throw PageError.notFound }
        return segment
    }

    /// The audit that the address names; whether it is here is asked later.
    ///
    /// - Throws: `PageError.notFound` for what is no id, as the next two.
    func audit() throws -> AuditID { try named(AuditID(hex: segment("audit"))) }

    func component() throws -> ComponentID { try named(ComponentID(hex: segment("component"))) }

    /// The file that the address names by its SHA-256.
    func hash() throws -> Hash256 {
        try named([UInt8](hex: segment("hash")).flatMap { Hash256(bytes: $0) })
    }

    private func named<Name>(_ name: Name?) throws -> Name {
        guard let name else { throw PageError.notFound }
        return name
    }
}

extension StatePlace {
    /// The parts of an address.
    struct Names: Sendable {
        let audit: String
        let component: String
        let environment: String
        let state: String
        /// Nil for the current one.
        let round: UInt32?

        init(_ request: PageRequest) throws {
            func part(_ name: String) throws -> String {
                let part = try request.segment(name)
                return part.removingPercentEncoding ?? part
            }
            audit = try part("audit")
            component = try part("component")
            environment = try part("environment")
            state = try part("state")
            round = request.query.get("round", as: UInt32.self)
        }
    }

    init(_ request: PageRequest, in context: PageContext) throws {
        try self.init(Names(request), in: context)
    }
}
