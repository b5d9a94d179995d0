import Client
import Foundation
package import Hummingbird
import Reading
package import Shared

/// A request of a browser that has come in, and the only way from a route to a `PageContext`.
package struct PageRequest: Sendable {
    package let request: Request
    package let site: Site
    private let parameters: Parameters

    /// Throws `PageError.outside` for a request that nobody let in.
    package init(_ request: Request, _ context: SiteContext, of site: Site) throws {
        guard context.isIn else {
            throw PageError.outside(
                heading: "Not signed in", message: "Nothing was shown", next: [])
        }
        self.request = request
        self.site = site
        parameters = context.parameters
    }

    package var query: Parameters { request.uri.queryParameters }

    package func run<Result: Sendable>(
        isAside: Bool = false, _ work: @escaping @Sendable (PageContext) throws -> Result
    ) async throws -> Result {
        try await site.run(isAside: isAside, work)
    }

    /// A segment of the address, as it was sent.
    package func segment(_ name: String) throws -> String { try named(parameters.get(name)) }

    /// The audit that the address names, or `notFound`; whether it is here is asked later.
    package func audit() throws -> AuditID { try named(AuditID(hex: segment("audit"))) }
    package func component() throws -> ComponentID {
        try named(ComponentID(hex: segment("component")))
    }

    func hash() throws -> Hash256 {
        try named([UInt8](hex: segment("hash")).flatMap { Hash256(bytes: $0) })
    }

    private func named<Name>(_ name: Name?) throws -> Name {
        guard let name else { throw PageError.notFound }
        return name
    }
}

extension Request {
    /// A field of a form that was sent in the address, where browsers write spaces as `+`.
    func typed(_ name: String) -> String {
        let fields = (uri.query ?? "").split(separator: "&")
        guard let field = fields.first(where: { $0.hasPrefix("\(name)=") }) else { return "" }
        let value = String(field.dropFirst(name.count + 1)).replacing("+", with: " ")
        return value.removingPercentEncoding ?? value
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

    /// - Throws: `PageError.badForm` for a criterion that cannot be judged here.
    package func criterion(_ id: String?) throws -> Criterion {
        guard let found = possible.first(where: { $0.id == id }) else { throw PageError.badForm }
        return found
    }

    /// - Throws: `AuditError` for a reader, and for an earlier round, with what is `kept` of it.
    package func requireRecording(_ kept: String) throws {
        try view.requireTester()
        guard canRecord else {
            throw AuditError.invalid(
                "the audit is in round \(view.plan.currentRound); \(kept)")
        }
    }
}
