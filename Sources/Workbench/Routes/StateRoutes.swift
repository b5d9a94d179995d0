import Client
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// The page of a component state: its form, and saving it.
struct StateRoutes {
    let desk: Desk

    private static let path = "/audits/:audit/states/:component/:environment/:state"

    func add(to router: Router<WorkbenchContext>) {
        router.get(RouterPath(Self.path), use: show)
        router.post(RouterPath(Self.path), use: save)
        router.post(RouterPath("\(Self.path)/check"), use: check)
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let telling = FileNotice.Telling(request)
        return Response(
            page: try await desk.run { desk in
                try desk.page(of: try StatePlace(names, in: desk), telling: telling)
            })
    }

    @Sendable
    private func save(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let form = try await SubmittedForm(request)
        let outcome: StateSaving.Outcome
        let address: String
        do {
            (outcome, address) = try await desk.run { desk in
                let place = try StatePlace(names, in: desk)
                let outcome = try StateSaving(desk: desk, place: place, form: form).run()
                return (outcome, place.address)
            }
        } catch  where !(error is PageError) && !request.isFromScript {
            return try await shown(form, at: names, refused: ReportedError(error))
        }
        desk.broadcast.post(News(.saved, of: try context.audit()))
        guard !request.isFromScript else { return Response(json: outcome.answer) }
        return .seeOther(address + (outcome.anchor.map { "#c-\($0)" } ?? "#saved"))
    }

    /// The form as it was sent, with why nothing of it was saved: no script has kept it.
    private func shown(
        _ form: SubmittedForm, at names: StatePlace.Names, refused trouble: ReportedError
    ) async throws -> Response {
        let page = try await desk.run { desk in
            let place = try StatePlace(names, in: desk)
            return try desk.page(of: place, typed: TypedForm(form: form, refused: trouble))
        }
        return Response(page: page, status: trouble.kind.status)
    }

    /// Tells a script what the check makes of what was typed; writes nothing.
    @Sendable
    private func check(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let form = try await SubmittedForm(request)
        let answer = try await desk.run { desk in
            let place = try StatePlace(names, in: desk)
            guard let id = form.text("criterion"), let heard = form.text("heard"),
                let criterion = place.criteria.first(where: { $0.id == id })
            else { throw PageError.badForm }
            let check = place.check(heard, criterion)
            var answer = JSONAnswer()
            answer.verdict = check?.verdict
            answer.check = check.map { PageTemplates.embedded.html(of: $0, template: "check") }
            return answer
        }
        return Response(json: answer)
    }
}
