import Client
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// Findings of a component state copied to another of its kind.
struct SimilarStateRoutes {
    let desk: Desk

    private static let path: RouterPath =
        "/audits/:audit/states/:component/:environment/:state/copy"

    func add(to router: Router<WorkbenchContext>) {
        router.get(Self.path, use: show)
        router.post(Self.path, use: copy)
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        return Response(
            page: try await desk.run { desk in
                try SimilarStateCopy(desk: desk, place: StatePlace(names, in: desk)).page()
            })
    }

    @Sendable
    private func copy(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let form = try await SubmittedForm(request)
        guard let token = form.text("context"),
            let from = form.text("from").flatMap(StatePlace.Names.init(path:)),
            from.audit == names.audit
        else { throw PageError.badForm }
        let address = try await desk.run { desk in
            let place = try StatePlace(names, in: desk)
            try SimilarStateCopy(desk: desk, place: place)
                .copy(from: StatePlace(from, in: desk), token: token)
            return place.address
        }
        desk.broadcast.post(News(.saved, of: try context.audit()))
        return .seeOther("\(address)#saved")
    }
}
