import Hummingbird
import Shared

/// The history of an audit in hashes, for members who hold the server to it.
struct TrailRoutes {
    let environment: RouteEnvironment

    func add(to router: Router<AccordRequestContext>) {
        router.get(RouterPath(ProtocolNames.audits + "/{audit}/trail")) { request, context in
            let bearer = try environment.bearer(of: request)
            let from = try request.number("from") ?? 1
            return Response(
                "application/x-ndjson",
                try await environment.core.trail(
                    of: try context.audit(), from: from, by: bearer))
        }
    }
}
