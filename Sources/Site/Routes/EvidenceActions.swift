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
            let shows = form.fields["file-shows"] ?? ""
            let answer = try attaching.attach(
                form.files, to: criterion, saying: [.evidenceShows: shows])
            guard answer.isSaved == true else {
                return Address.state(
                    place, telling: FileNotice.Telling(news: .known, criterion: criterion.id))
            }
            if let told = FileNotice(form.files.location) {
                return Address.state(
                    place, telling: FileNotice.Telling(news: told, criterion: criterion.id))
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
        let file = try await receiveFile(
            name: query.get("name"), location: LocationChoice(field: query.get("place")))
        let shows = query.get("shows") ?? ""
        return Response(
            json: try await atState {
                try Attaching(context: $1, place: $0).attach(
                    [file], to: criterion, saying: [.evidenceShows: shows])
            })
    }

    /// What is said of a file, what is marked in it, and whether the finding has it at all.
    func changeEvidence() async throws -> Response {
        let wanted = try EvidencePlace(self)
        return try await submit("Not saved") { form, _, context in
            try EvidenceChange(context: context, wanted: wanted, form: form).run()
        } else: { form, _, context -> EvidencePage? in
            let act = form.values.text("act")
            guard act == "describe" || act == "mark" else { return nil }
            let page = try EvidencePage(wanted, form, in: context)
            // Without a picture the page has no form that could tell it.
            return act == "describe" || page.file.viewer != nil ? page : nil
        }
    }

    func evidenceBytes() async throws -> Response {
        let audit = try audit()
        let hash = try hash()
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
        zoom = request.query.get("zoom").flatMap(EvidenceViewer.Zoom.init(rawValue:)) ?? .fit
        told = request.query.get("told").flatMap(FileNotice.init(rawValue:))
    }
}
