import Client
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// Attaches files to findings.
struct EvidenceRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        let path: RouterPath =
            "/audits/:audit/states/:component/:environment/:state/evidence"
        router.post(path, use: attachForm)
        router.put(path, use: attachFile)
    }

    /// A form with files, as a browser sends it without a script.
    @Sendable
    private func attachForm(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        // Before the files come: the criterion stands behind them in the form.
        try await desk.run { try $0.checkAttaching(at: StatePlace(names, in: $0)) }
        let form = try await UploadedForm(request, desk: desk)
        let address = try await desk.run { desk in
            let place = try StatePlace(names, in: desk)
            let criterion = try desk.attachable(form.fields["criterion"], at: place)
            guard !form.files.isEmpty else {
                throw ClientError.invalid("no file was chosen")
            }
            _ = try desk.attach(form.files, to: criterion, at: place)
            return "\(place.address)#c-\(criterion.shortID)"
        }
        return .seeOther(address)
    }

    /// One file as it is, from the page's script.
    @Sendable
    private func attachFile(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        let names = try StatePlace.Names(request, context)
        let query = request.uri.queryParameters
        let wanted = query.get("criterion")
        let criterion = try await desk.run {
            try $0.attachable(wanted, at: StatePlace(names, in: $0))
        }
        let file = try await desk.receive(request.body, name: query.get("name"))
        return Response(
            json: try await desk.run {
                try $0.attach([file], to: criterion, at: StatePlace(names, in: $0))
            })
    }
}
