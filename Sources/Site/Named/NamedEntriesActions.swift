import Client
import Hummingbird
import Presentation
import Reading
import Shared

/// What she keeps under names of her own on this laptop: snippets, and filters of audits.
struct NamedEntriesActions: Sendable {
    let request: PageRequest

    /// The page of snippets; a script is told their texts by name.
    func showSnippets() async throws -> Response {
        guard request.request.isFromScript else {
            let suggested = request.request.typed("text")
            return Response(
                page: try await request.run { try SnippetsPage(suggested: suggested, in: $0) })
        }
        let texts = try await request.run { context in
            Dictionary(
                context.client.snippets.all().map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first })
        }
        return Response(json: texts)
    }

    /// Adds, changes or deletes a snippet; what is refused comes back as it was typed.
    func changeSnippet() async throws -> Response {
        let form = try await SubmittedForm(request.request)
        guard let name = form.text("name"), let text = form.text("text"),
            let former = form.text("former")
        else { throw PageError.badForm }
        let page = try await request.run { context -> SnippetsPage? in
            let snippets = context.client.snippets
            switch form.text("act") {
            case "delete": try snippets.remove(former)
            case "keep":
                do {
                    try snippets.keep(text, as: name, inPlaceOf: former.isEmpty ? nil : former)
                } catch let error as AuditError {
                    let refusal = ReportedError(error).message
                    let typed = SnippetsPage.SnippetForm(
                        number: 0, former: former, name: name, text: text, refusal: refusal)
                    let notice = Notice(.error, "Not kept", refusal, isAlert: true)
                    return try SnippetsPage(refused: typed, notices: [notice], in: context)
                }
            default: throw PageError.badForm  // open set: a form may say anything
            }
            return nil
        }
        guard let page else { return .seeOther(Address.snippets) }
        return Response(page: page, status: .unprocessableContent)
    }

    /// Saves what an audit's page shows under a name, or forgets a name.
    func changeFilter() async throws -> Response {
        let audit = try request.audit()
        let form = try await SubmittedForm(request.request)
        let query = AuditQuery(form)
        let page = try await request.run { context -> AuditPage? in
            let filters = context.client.savedFilters
            switch form.text("act") {
            case "forget": try filters.remove(form.text("name") ?? "")
            case "save":
                do {
                    try filters.keep(query.filter, as: form.text("name") ?? "")
                } catch let error as AuditError {
                    let typed = AuditPage.Saving(
                        name: form.text("name") ?? "", refusal: ReportedError(error).message)
                    return try AuditPage(audit, showing: query, saving: typed, in: context)
                }
            default: throw PageError.badForm  // open set: a form may say anything
            }
            return nil
        }
        guard let page else { return .seeOther(Address.audit(audit) + query.query(page: 1)) }
        return Response(page: page, status: .unprocessableContent)
    }
}
