import Client
import Presentation
import Shared

extension Desk {
    /// Finds the criterion that files are for, before their bytes are taken.
    ///
    /// - Throws: `PageError.badForm` for one that is not judged there; `ClientError`.
    func attachable(_ criterion: String?, at place: StatePlace) throws -> Criterion {
        try checkAttaching(at: place)
        guard let found = place.criteria.first(where: { $0.id == criterion }) else {
            throw PageError.badForm
        }
        return found
    }

    /// Whether files may be attached at all.
    func checkAttaching(at place: StatePlace) throws {
        try place.view.requireTester()
        guard place.canRecord else {
            throw ClientError.invalid(
                "the audit is in round \(place.view.plan.currentRound); files of round "
                    + "\(place.id.round) are kept as they are")
        }
    }

    /// Records that a finding has files; durable when this returns.
    func attach(
        _ files: [AttachedEvidence], to criterion: Criterion, at place: StatePlace
    ) throws -> JSONAnswer {
        let before = try client.state(place.id, of: place.view)
        let files = try client.attach(files, to: criterion.id, of: before, in: place.view)
        let item = try client.state(place.id, of: place.view)
        let hashes = Set(files.map(\.hash))
        let attached = try client.evidence(of: item.record, in: place.view).filter {
            $0.criterion == criterion.id && hashes.contains($0.hash)
        }
        var answer = JSONAnswer()
        answer.isSaved = files.contains { !$0.isKnown }
        answer.says = Self.words(for: files)
        let view = try client.view(place.view.audit)
        answer.state = try saveState(of: item, in: view).text
        answer.chip = try chip(of: view.audit).text
        answer.evidence = attached.map { one in
            PageTemplates.embedded.html(
                of: CriterionForm.Evidence(one, in: view), template: "evidence-item")
        }.joined()
        return answer
    }

    private static func words(for files: [AttachedEvidence]) -> String {
        let news = files.filter { !$0.isKnown }
        let name = (news.first ?? files.first)?.name ?? "File"
        switch news.count {
        case 0: return "\(name) is attached here already. Nothing was written."
        case 1: return "\(name) attached"
        default: return "\(news.count) files attached"
        }
    }

    /// Records that a finding has a file no longer; durable when this returns.
    ///
    /// - Returns: The address that says so. A form that is sent twice gets the same.
    /// - Throws: `PageError.notFound`, `ClientError`.
    func detach(_ wanted: EvidencePlace) throws -> String {
        guard try client.store.plan(wanted.audit) != nil else { throw PageError.notFound }
        let view = try client.view(wanted.audit)
        let id = try view.state(named: wanted.state)
        guard let component = view.components[id.component],
            let environment = view.plan.environments[id.environment],
            let place = StatePlace(
                id, component, environment, view, try catalogue(of: view))
        else { throw PageError.notFound }
        try checkAttaching(at: place)
        let item = try client.state(id, of: view)
        let file = try client.evidence(of: item.record, in: view).first {
            $0.hash == wanted.hash && $0.criterion == wanted.criterion
        }
        if let file { _ = try client.detach(file, of: item, in: view) }
        let telling = FileNotice.Telling(.detached, beside: wanted.criterion)
        return Address.state(place, telling: telling)
    }
}
