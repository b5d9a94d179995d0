import Client
import HTTPTypes
import Hummingbird
import Shared

/// Keeps what is typed into a text and not saved yet.
struct UnsavedRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        let path: RouterPath =
            "/audits/:audit/states/:component/:environment/:state/unsaved"
        router.put(path, use: keep)
        router.delete(path, use: discard)
    }

    @Sendable
    private func keep(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let field = request.uri.queryParameters.get("field")
        let body = try await request.body.collect(upTo: Limits.standard.bodyBytesMax)
        let text = String(buffer: body)
        try await desk.run { desk in
            let place = try StatePlace(names, in: desk)
            try desk.keep(text, typedInto: TypedField(field, at: place), at: place)
        }
        return Response(json: JSONAnswer())
    }

    @Sendable
    private func discard(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let field = request.uri.queryParameters.get("field")
        return Response(
            json: try await desk.run { desk in
                let place = try StatePlace(names, in: desk)
                return try desk.discard(TypedField(field, at: place), at: place)
            })
    }
}
