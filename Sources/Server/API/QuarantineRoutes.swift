import HTTPTypes
import Hummingbird
import NIOCore
import Shared

/// What is kept for the leads, and what they make of it; JSON only.
struct QuarantineRoutes {
    let environment: RouteEnvironment

    func add(to router: Router<AccordRequestContext>) {
        let kept = ProtocolNames.audits + "/{audit}/quarantine"
        router.get(RouterPath(kept), use: list)
        router.post(RouterPath(kept + "/{item}:adopt"), use: adopt)
        router.post(RouterPath(kept + "/{item}:discard"), use: discard)
    }

    @Sendable private func list(
        _ request: Request, _ context: AccordRequestContext
    ) async throws -> Response {
        let bearer = try environment.bearer(of: request)
        let from = try request.number("from") ?? 1
        try await context.turn?.begin(for: bearer.asker)
        return try .json(
            try await environment.core.quarantine(
                of: try context.audit(), from: from, by: bearer))
    }

    @Sendable private func adopt(
        _ request: Request, _ context: AccordRequestContext
    ) async throws -> Response {
        let bearer = try environment.bearer(of: request)
        return try .json(
            try await environment.core.settle(
                try context.item(), of: try context.audit(), .adopt, by: bearer,
                at: environment.now()))
    }

    @Sendable private func discard(
        _ request: Request, _ context: AccordRequestContext
    ) async throws -> Response {
        let bearer = try environment.bearer(of: request)
        let order = try await request.json(
            DiscardOrder.self, orElse: DiscardOrder(reason: ""),
            bytesMax: environment.core.limits.requestBytesMax)
        return try .json(
            try await environment.core.settle(
                try context.item(), of: try context.audit(), .discard(reason: order.reason),
                by: bearer, at: environment.now()))
    }

    private struct DiscardOrder: Decodable {
        let reason: String
    }
}

extension AccordRequestContext {
    fileprivate func item() throws(Problem) -> String {
        guard let item = parameters.get("item") else { throw Problem(.notFound) }
        return item
    }
}
