import Client
import Hummingbird
import Presentation
import Reading
import Shared

/// What she keeps under names of her own in this home: snippets, and filters of audits.
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
        try await request.submit("Not kept") { form, context in
            guard let name = form.text("name"), let text = form.text("text"),
                let former = form.text("former")
            else { throw PageError.badForm }
            let snippets = context.client.snippets
            switch form.text("act") {
            case "delete": try snippets.remove(former)
            case "keep":
                try snippets.keep(text, as: name, inPlaceOf: former.isEmpty ? nil : former)
            default: throw PageError.badForm  // open set: a form may say anything
            }
            return Address.snippets
        } else: { form, context in
            try SnippetsPage(form, in: context)
        }
    }

    /// Saves what an audit's page shows under a name, or forgets a name.
    func changeFilter() async throws -> Response {
        let audit = try request.audit()
        return try await request.submit("Not saved") { form, context in
            let query = AuditQuery(form)
            let filters = context.client.savedFilters
            switch form.text("act") {
            case "forget": try filters.remove(form.text("name") ?? "")
            case "save": try filters.keep(query.filter, as: form.text("name") ?? "")
            default: throw PageError.badForm  // open set: a form may say anything
            }
            return Address.audit(audit) + query.query(page: 1)
        } else: { form, context in
            try AuditPage(audit, showing: AuditQuery(form.values), form, in: context)
        }
    }
}
