import Hummingbird
import Shared

/// What is kept for the leads, and what they make of it; JSON only.
extension RouteEnvironment {
    func addQuarantine(to router: Router<Context>) {
        let kept = ProtocolNames.audits + "/{audit}/quarantine"
        router.get(RouterPath(kept), use: list)
        router.post(RouterPath(kept + "/{item}:adopt"), use: adopt)
        router.post(RouterPath(kept + "/{item}:discard"), use: discard)
    }

    @Sendable private func list(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        let query = request.uri.queryParameters
        try await context.turn?.begin(for: bearer.asker)
        let page = try await core.quarantine(
            of: try context.audit(), after: try query.get("after").map(QuarantinePlace.init),
            waitingOnly: query.get("waiting") == "true", by: bearer)
        var response: Response = try .json(page.items)
        if let next = page.next { response.headers[.accordNext] = next.text }
        return response
    }

    @Sendable private func adopt(_ request: Request, _ context: Context) async throws -> Response {
        let bearer = try bearer(of: request)
        let order = try await request.json(
            AdoptionOrder.self, orElse: AdoptionOrder(looked: true),
            bytesMax: core.limits.requestBytesMax)
        return try await settle(context, .adopt(looked: order.looked), by: bearer)
    }

    @Sendable private func discard(
        _ request: Request, _ context: Context
    ) async throws -> Response {
        let bearer = try bearer(of: request)
        let order = try await request.json(
            DiscardOrder.self, orElse: DiscardOrder(reason: ""),
            bytesMax: core.limits.requestBytesMax)
        return try await settle(context, .discard(reason: order.reason), by: bearer)
    }

    private func settle(
        _ context: Context, _ order: ServerCore.QuarantineOrder, by bearer: Bearer
    ) async throws -> Response {
        guard let item = context.parameters.get("item") else { throw Problem(.notFound) }
        return try .json(
            try await core.settle(item, of: try context.audit(), order, by: bearer, at: now()))
    }
}
