package import Client
package import Reading
package import Shared

/// The files that a finding of one component state is given, or has no longer.
package struct Attaching {
    let context: PageContext
    let place: StatePlace

    package init(context: PageContext, place: StatePlace) {
        self.context = context
        self.place = place
    }

    /// - Throws: `AuditError` where no files may be attached at all.
    func check() throws {
        try place.requireRecording("files of round \(place.id.round) are kept as they are")
    }

    /// Finds the criterion that files are for, before their bytes are taken.
    package func criterion(_ id: String?) throws -> Criterion {
        try check()
        return try place.criterion(id)
    }

    /// Records that a finding has files; durable when this returns.
    package func attach(
        _ files: [AttachedEvidence], to criterion: Criterion, saying texts: EvidenceTexts = [:]
    ) throws -> JSONAnswer {
        let client = context.client
        let before = try place.view.item(place.id)
        let files = try client.evidence.attach(
            files, to: criterion.id, of: before, in: place.view, saying: texts)
        let item = try place.view.item(place.id)
        let hashes = Set(files.map(\.hash))
        let attached = try client.evidence.items(of: item.record, in: place.view).filter {
            $0.criterion == criterion.id && hashes.contains($0.hash)
        }
        let view = try client.view(place.view.audit)
        let news = files.filter { !$0.isKnown }
        return JSONAnswer(
            state: try StateBar.SaveState(of: item, in: view, context).text,
            says: Self.words(for: news, of: files, attached),
            chip: try PageFrame.SyncChip(of: view.audit, in: context).text,
            evidence: attached.map { one in
                PageTemplates.embedded.html(
                    of: EvidenceTile(one, in: view, at: context.place), template: "evidence-item")
            }.joined(), isSaved: !news.isEmpty)
    }

    private static func words(
        for news: [AttachedEvidence], of files: [AttachedEvidence], _ items: [EvidenceItem]
    ) -> String {
        let name = (news.first ?? files.first)?.name ?? "File"
        let warnings = Set(items.flatMap { [$0.missing, $0.doubt].compactMap(\.self) }).sorted()
        let said =
            switch news.count {
            case 0: "\(name) is attached here already. Nothing was written."
            case 1: "\(name) attached"
            default: "\(news.count) files attached"
            }
        let told = warnings + [news.location.words].compactMap(\.self)
        return news.isEmpty ? said : ([said] + told).joined(separator: ". ")
    }

    /// Takes a file off a finding; durable when this returns, and nothing the second time.
    func detach(_ wanted: EvidencePlace) throws {
        try check()
        let item = try place.view.item(place.id)
        let file = try context.client.evidence.items(of: item.record, in: place.view).first {
            $0.hash == wanted.hash && $0.criterion == wanted.criterion
        }
        if let file { _ = try context.client.evidence.detach(file, of: item, in: place.view) }
    }
}
