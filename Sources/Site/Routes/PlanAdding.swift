import Client
import HTTPTypes
import Hummingbird
import Reading
import Shared

/// Lines that somebody sent to add components.
struct PlanAdding {
    let text: String
    /// What of the capture that they come from was passed over; clauses.
    var remarks: [String] = []
    let view: AuditView
    let context: PageContext

    enum Saving { case nothing, allOrNothing, whatIsGood }

    /// Adds them; where they are refused, for whatever reason, the page has them as typed.
    func run(saving: Saving) throws -> Response {
        let preview: PlanPreview
        do {
            let planning = context.client.planning
            preview = try planning.preview(text, in: view, context.catalogue(of: view))
            let isRefused = saving == .allOrNothing && preview.wrongCount > 0
            guard saving != .nothing, preview.addsSomething, !isRefused else {
                let page = try PlanAddingPage(
                    view, lines: text, preview: preview, notice: notice, in: context)
                return Response(page: page, status: isRefused ? .unprocessableContent : .ok)
            }
            try planning.add(preview, in: view)
        } catch AuditError.invalid(let reason) {
            return try refused(reason.asSentence, .unprocessableContent)
        } catch  where error.isToldInItsForm {
            let trouble = ReportedError(error)
            return try refused(trouble.message, trouble.kind.page.status)
        }
        // What fails from here on is not told as nothing added.
        context.site.noteSaved(view.audit)
        return try added(preview)
    }

    private var notice: Notice? {
        guard !remarks.isEmpty else { return nil }
        return Notice(.info, "How the capture was read", remarks.joined(separator: "; ").asSentence)
    }

    private func refused(_ words: String, _ status: HTTPResponse.Status) throws -> Response {
        let notice = Notice(.error, "Nothing was added", words, isAlert: true)
        let page = try PlanAddingPage(view, lines: text, notice: notice, in: context)
        return Response(page: page, status: status)
    }

    private func added(_ preview: PlanPreview) throws -> Response {
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
