import Client
import Hummingbird
import Reading
import Shared

/// What a lead does with the rules: she writes them, looks what they would do, and sets them.
struct RulesActions: Sendable {
    let request: PageRequest

    init(_ request: PageRequest) { self.request = request }

    func show() async throws -> Response {
        let audit = try request.audit()
        let query = request.query
        let notice: Notice? =
            query.get("set") == nil
            ? nil
            : Notice(
                .ok, "The rules are set", "Saved here. The server learns of them at the next sync.")
        let side = query.get("begin", as: Int.self) ?? 0
        return try await request.run(isAside: true) { context in
            Response(
                page: try RulesPage(audit, beginningWith: side, telling: notice, in: context))
        }
    }

    /// Answers with the form as it is by then; what is refused comes back as it was typed.
    func act() async throws -> Response {
        let form = try await SubmittedForm(request.request, upTo: SubmittedForm.stateBytesMax)
        let audit = try request.audit()
        guard let act = RulesForm.Act(form.text("do")) else { throw PageError.badForm }
        let typed = RulesForm(form)
        guard act == .save else {
            return try await request.run(isAside: true) { context in
                var changed = typed
                changed.change(by: act)
                return Response(page: try RulesPage(audit, changed, in: context))
            }
        }
        return try await request.run { context in
            do {
                try save(typed, in: audit, context)
                context.site.noteSaved(audit)
                return .seeOther(Address.rules(audit) + "?set=1")
            } catch  where error.isToldInItsForm {
                let refused = Form(form, "The rules are as they were", error)
                return Response(
                    page: try RulesPage(audit, typed, telling: refused.refusal, in: context),
                    status: (refused.kind ?? .badInput).page.status)
            }
        }
    }

    private func save(_ typed: RulesForm, in audit: AuditID, _ context: PageContext) throws {
        let view = try context.view(of: audit)
        let policy = try typed.policy(in: view, context.catalogue(of: view))
        // What holds was seen before: a field may have been changed beneath its preview.
        guard typed.previewed == policy.code else {
            throw AuditError.invalid(
                "what these rules would change was not shown yet: it is shown below now")
        }
        try context.client.decisions.setRules(
            policy, reason: typed.reason, asOf: typed.code, in: view)
    }
}
