import Client
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// The list of conflicts, one conflict, deciding it, and comments on it.
struct ConflictRoutes {
    let desk: Desk

    private static let path: RouterPath =
        "/audits/:audit/conflicts/:component/:environment/:state"

    private static let componentPath: RouterPath = "/audits/:audit/conflicts/:component"

    func add(to router: Router<WorkbenchContext>) {
        router.get("/audits/:audit/conflicts", use: list)
        router.post("/audits/:audit/conflicts", use: settlePlan)
        router.get(Self.path, use: show)
        router.post(Self.path, use: decide)
        router.get(Self.componentPath, use: showComponent)
        router.post(Self.componentPath, use: decideComponent)
    }

    @Sendable
    private func list(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        let query = request.uri.queryParameters
        let showsResolved = query.get("show") == "resolved"
        let page = max(1, query.get("page", as: Int.self) ?? 1)
        return Response(
            page: try await desk.run {
                try $0.conflicts(of: audit, showsResolved: showsResolved, page: page)
            })
    }

    /// A lead's choice among the values that stand in a part of the plan.
    @Sendable
    private func settlePlan(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        let audit = try context.audit()
        let form = try await SubmittedForm(request)
        guard let register = form.text("register"), let choice = form.text("choice") else {
            throw PageError.badForm
        }
        return try await desk.run { desk in
            guard try desk.client.store.plan(audit) != nil else { throw PageError.notFound }
            try desk.client.settle(register: register, as: choice, in: desk.client.view(audit))
            desk.broadcast.post(News(.saved, of: audit))
            return .seeOther(Address.conflicts(audit))
        }
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        return Response(
            page: try await desk.run { desk in
                try desk.conflict(on: try StatePlace(names, in: desk))
            })
    }

    @Sendable
    private func decide(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let form = try await SubmittedForm(request)
        return try await desk.run { desk in
            let place = try StatePlace(names, in: desk)
            if let criterion = form.text("comment") {
                try desk.comment(on: criterion, form, at: place)
                desk.broadcast.post(News(.saved, of: place.view.audit))
                let anchor = Finding.shortCriterion(criterion)
                return .seeOther("\(Address.conflict(place.id, in: place.view))#c-\(anchor)")
            }
            if form.text("withdrawal") != nil {
                let address = Address.conflict(place.id, in: place.view)
                guard let refused = try WithdrawalDeciding(desk, on: place, form).run() else {
                    desk.broadcast.post(News(.saved, of: place.view.audit))
                    return .seeOther(address)
                }
                let page = try desk.conflict(on: place, refused: refused)
                return Response(page: page, status: .unprocessableContent)
            }
            let deciding = try Deciding(desk: desk, place: place, form: form)
            if let refused = try deciding.run() {
                let page = try desk.conflict(
                    on: place, typed: [deciding.finding.criterion: refused])
                return Response(page: page, status: .unprocessableContent)
            }
            let address = Address.conflict(place.id, in: place.view)
            return .seeOther("\(address)#c-\(deciding.finding.shortCriterion)")
        }
    }

    @Sendable
    private func showComponent(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        let (audit, component) = (try context.audit(), try context.component())
        return Response(page: try await desk.run { try $0.conflict(on: component, of: audit) })
    }

    @Sendable
    private func decideComponent(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        let (audit, component) = (try context.audit(), try context.component())
        let form = try await SubmittedForm(request)
        return try await desk.run { desk in
            let deciding = try WithdrawalDeciding(desk, on: component, of: audit, form)
            guard let refused = try deciding.run() else {
                desk.broadcast.post(News(.saved, of: audit))
                return .seeOther(Address.conflict(component, of: audit))
            }
            let page = try desk.conflict(on: component, of: audit, refused: refused)
            return Response(page: page, status: .unprocessableContent)
        }
    }
}
