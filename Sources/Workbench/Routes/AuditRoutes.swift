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

/// What of an audit the page shows, as its address says.
struct AuditQuery: Sendable {
    var who = ""
    var show = ""
    var control = ""
    var environment = ""
    /// From 1.
    var page = 1

    init(_ parameters: Parameters) {
        who = parameters.get("who") ?? ""
        show = parameters.get("show") ?? ""
        control = parameters.get("control") ?? ""
        environment = parameters.get("environment") ?? ""
        page = max(1, parameters.get("page", as: Int.self) ?? 1)
    }

    /// The query of another page of the same.
    func query(page: Int) -> String {
        let values = [
            ("who", who), ("show", show), ("control", control), ("environment", environment),
            ("page", page == 1 ? "" : "\(page)"),
        ].filter { !$0.1.isEmpty }
        guard !values.isEmpty else { return "" }
        return "?" + values.map { "\($0)=\(Address.escaped($1))" }.joined(separator: "&")
    }
}
