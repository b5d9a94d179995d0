import Client
import HTTPTypes
import Hummingbird
import Presentation

/// The page of a component state: its form, and saving it.
struct StateRoutes {
    let desk: Desk

    private static let path: RouterPath =
        "/audits/:audit/states/:component/:environment/:state"

    func add(to router: Router<WorkbenchContext>) {
        router.get(Self.path, use: show)
        router.post(Self.path, use: save)
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        return Response(
            page: try await desk.run { desk in
                try desk.page(of: try StatePlace(names, in: desk))
            })
    }

    @Sendable
    private func save(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let form = try await SubmittedForm(request)
        let (outcome, address) = try await desk.run { desk in
            let place = try StatePlace(names, in: desk)
            let outcome = try StateSaving(desk: desk, place: place, form: form).run()
            return (outcome, place.address)
        }
        desk.bulletin.post(News(.saved, of: try context.audit()))
        guard !request.isFromScript else { return Response(json: outcome.answer) }
        return .seeOther(address + (outcome.anchor.map { "#c-\($0)" } ?? "#saved"))
    }
}
