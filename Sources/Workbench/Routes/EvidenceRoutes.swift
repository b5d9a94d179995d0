import Client
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// Attaches files to findings, shows them, and takes them off again.
struct EvidenceRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        let path: RouterPath =
            "/audits/:audit/states/:component/:environment/:state/evidence"
        router.post(path, use: attachForm)
        router.put(path, use: attachFile)
        router.get("/audits/:audit/evidence/:hash", use: show)
        router.post("/audits/:audit/evidence/:hash", use: detach)
        router.get("/audits/:audit/evidence/:hash/file", use: bytes)
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let place = try EvidencePlace(request, context)
        return Response(page: try await desk.run { try $0.page(of: place) })
    }

    @Sendable
    private func detach(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let place = try EvidencePlace(request, context)
        let address = try await desk.run { try $0.detach(place) }
        desk.broadcast.post(News(.saved, of: place.audit))
        return .seeOther(address)
    }

    @Sendable
    private func bytes(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let (audit, hash) = (try context.audit(), try context.hash())
        let isDownload = request.uri.queryParameters.get("download") != nil
        let file = try await desk.run {
            try $0.file(hash, of: audit, isDownload: isDownload)
        }
        return file.response(to: request, isDownload: isDownload)
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
            let answer = try desk.attach(form.files, to: criterion, at: place)
            guard answer.isSaved == true else {
                let telling = FileNotice.Telling(.known, beside: criterion.id)
                return Address.state(place, telling: telling)
            }
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

extension EvidencePlace {
    fileprivate init(_ request: Request, _ context: WorkbenchContext) throws {
        let query = request.uri.queryParameters
        audit = try context.audit()
        hash = try context.hash()
        state = query.get("state") ?? ""
        criterion = query.get("criterion") ?? ""
    }
}

extension WorkbenchContext {
    /// The file that an address names by its SHA-256.
    fileprivate func hash() throws -> Hash256 {
        guard let bytes = parameters.get("hash").flatMap({ [UInt8](hex: $0) }),
            let hash = Hash256(bytes: bytes)
        else { throw PageError.notFound }
        return hash
    }
}
