import Client
import Hummingbird
import Reading
import Shared

/// Lines that somebody sent to add components.
struct PlanAdding {
    let text: String
    let view: AuditView
    let context: PageContext

    enum Saving { case nothing, allOrNothing, whatIsGood }

    func run(saving: Saving) throws -> Response {
        let planning = context.client.planning
        let preview: PlanPreview
        do {
            preview = try planning.preview(text, in: view, try context.catalogue(of: view))
        } catch AuditError.invalid(let reason) {
            let notice = Notice(.error, "Nothing was added", reason.asSentence, isAlert: true)
            let page = try PlanAddingPage(view, lines: text, notice: notice, in: context)
            return Response(page: page, status: .unprocessableContent)
        }
        let isRefused = saving == .allOrNothing && preview.wrongCount > 0
        guard saving != .nothing, preview.addsSomething, !isRefused else {
            let page = try PlanAddingPage(view, lines: text, preview: preview, in: context)
            return Response(page: page, status: isRefused ? .unprocessableContent : .ok)
        }
        try planning.add(preview, in: view)
        context.site.noteSaved(view.audit)
        let added = PlanQuery.Added(preview)
        if preview.wrongCount == 0 { return .seeOther(Address.plan(view.audit) + added.query) }
        // What is wrong was typed too, and is not lost.
        let after = try context.view(of: view.audit)
        return Response(
            page: try PlanAddingPage(
                after, lines: preview.wrongText, notice: added.notice(in: after, context),
                in: context))
    }
}
