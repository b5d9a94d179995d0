import Client
import Hummingbird
import Reading
import Shared

/// Attaching files to findings, showing them, and taking them off again.
extension PageRequest {
    /// A form with files, as a browser sends it without a script.
    func attachForm() async throws -> Response {
        // Before the files come: the criterion stands behind them in the form.
        try await atState { try Attaching(context: $1, place: $0).check() }
        let form = try await UploadedForm(self)
        let address = try await atState { place, context in
            let attaching = Attaching(context: context, place: place)
            let criterion = try attaching.criterion(form.fields["criterion"])
            guard !form.files.isEmpty else { throw AuditError.invalid("no file was chosen") }
            guard try attaching.attach(form.files, to: criterion).isSaved == true else {
                return Address.state(
                    place, telling: FileNotice.Telling(news: .known, criterion: criterion.id))
            }
            return "\(place.address)#c-\(criterion.lastingShortID)"
        }
        return .seeOther(address)
    }

    /// One file as it is, from the page's script.
    func attachFile() async throws -> Response {
        let criterion = try await atState {
            try Attaching(context: $1, place: $0).criterion(query.get("criterion"))
        }
        let file = try await receiveFile(name: query.get("name"))
        return Response(
            json: try await atState {
                try Attaching(context: $1, place: $0).attach([file], to: criterion)
            })
    }

    func detach() async throws -> Response {
        let wanted = try EvidencePlace(self)
        let address = try await run { context in
            let view = try context.view(of: wanted.audit)
            let place = try StatePlace(view.state(named: wanted.state), of: view, in: context)
            try Attaching(context: context, place: place).detach(wanted)
            return Address.state(
                place, telling: FileNotice.Telling(news: .detached, criterion: wanted.criterion))
        }
        site.noteSaved(wanted.audit)
        return .seeOther(address)
    }

    func evidenceBytes() async throws -> Response {
        let (audit, hash) = (try audit(), try hash())
        let isDownload = query.get("download") != nil
        let file = try await run {
            try EvidenceFile(hash, of: audit, isDownload: isDownload, in: $0)
        }
        return file.response(to: self, isDownload: isDownload)
    }
}

extension EvidencePlace {
    init(_ request: PageRequest) throws {
        audit = try request.audit()
        hash = try request.hash()
        state = request.query.get("state") ?? ""
        criterion = request.query.get("criterion") ?? ""
    }
}
