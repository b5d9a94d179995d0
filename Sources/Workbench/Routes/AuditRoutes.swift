import Client
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// The list of audits, and one audit's plan and coverage.
struct AuditRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        router.get("/audits", use: list)
        router.get("/audits/:audit", use: show)
    }

    @Sendable
    private func list(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        Response(page: try await desk.run { try $0.auditsPage() })
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        let query = AuditQuery(request.uri.queryParameters)
        return Response(page: try await desk.run { try $0.page(of: audit, showing: query) })
    }
}

extension WorkbenchContext {
    /// The audit that an address names.
    ///
    /// - Throws: `PageError.notFound` for what is no id; whether it is here is asked later.
    func audit() throws -> AuditID {
        guard let audit = parameters.get("audit").flatMap({ AuditID(hex: $0) }) else {
            throw PageError.notFound
        }
        return audit
    }

    /// - Throws: `PageError.notFound` for what is no id.
    func component() throws -> ComponentID {
        guard let component = parameters.get("component").flatMap({ ComponentID(hex: $0) }) else {
            throw PageError.notFound
        }
        return component
    }
}
