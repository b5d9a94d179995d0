import Client
import Hummingbird
import Reading
import Shared

/// What is done with conflicts: one by one, or many that are ticked.
struct ConflictActions: Sendable {
    let request: PageRequest
    let query: ConflictQuery

    init(_ request: PageRequest) {
        self.request = request
        query = ConflictQuery(request.request)
    }

    func show() async throws -> Response {
        let audit = try request.audit()
        let isResolved = request.query.get("show") == "resolved"
        let done = Done(request.query)
        return try await request.run { [query] context in
            isResolved
                ? Response(page: try ResolvedConflictsPage(audit, page: query.page, in: context))
                : Response(
                    page: try ConflictsPage(audit, query, telling: done?.notice, in: context))
        }
    }

    /// Gives ticked conflicts away, shows what deciding them would do, or decides them.
    ///
    /// A form that is refused comes back with what was ticked and typed.
    func act() async throws -> Response {
        let form = try await SubmittedForm(request.request, upTo: SubmittedForm.stateBytesMax)
        let audit = try request.audit()
        if form.text("register") != nil { return try await choose(form, in: audit) }
        let typed = TickedConflicts(form)
        let act = typed.act(form.text("do"))
        return try await request.run { [query] context in
            do {
                switch act {
                case .give: return try give(typed, in: audit, context)
                case .preview:
                    return Response(
                        page: try ConflictPreviewPage(audit, typed, query, in: context))
                case .decide: return try decide(typed, form, in: audit, context)
                case nil: throw PageError.badForm
                }
            } catch  where error.isToldInItsForm {
                let heading = act == .give ? "Not given" : "Nothing was decided"
                let form = Form(form, heading, error)
                let status = (form.kind ?? .badInput).page.status
                // What cannot be previewed any more is told in the list.
                if act == .decide,
                    let page = try? ConflictPreviewPage(audit, typed, query, form, in: context)
                {
                    return Response(page: page, status: status)
                }
                return Response(
                    page: try ConflictsPage(audit, query, form, in: context), status: status)
            }
        }
    }

    private func choose(_ form: SubmittedForm, in audit: AuditID) async throws -> Response {
        try await request.run { context in
            let view = try context.view(of: audit)
            guard let register = form.text("register"), let choice = form.text("choice")
            else { throw PageError.badForm }
            try context.client.decisions.choose(register: register, as: choice, in: view)
            context.site.noteSaved(audit)
            return .seeOther(Address.conflicts(audit))
        }
    }

    private func give(
        _ typed: TickedConflicts, in audit: AuditID, _ context: PageContext
    ) throws -> Response {
        let view = try context.view(of: audit)
        let states = try typed.states(in: view)
        let assignee = try view.assignee(chosen: typed.to)
        let day = typed.by.isEmpty ? nil : try DueDay(typed.by)
        try context.client.planning.assign(
            states.map { .state(audit, $0) }, to: .set(assignee),
            due: day.map { .set($0) } ?? .asItIs, in: view)
        context.site.noteSaved(audit)
        return .seeOther(query.address(of: audit, page: query.page, ("given", "\(states.count)")))
    }

    private func decide(
        _ typed: TickedConflicts, _ form: SubmittedForm, in audit: AuditID,
        _ context: PageContext
    ) throws -> Response {
        let view = try context.view(of: audit)
        let outcome = try context.client.decisions.decide(
            typed.states(in: view), by: typed.holder(in: view), reason: form.reason,
            of: query.queue(in: view, context), asOf: form.text("as-of") ?? "", in: view)
        if !outcome.decided.isEmpty { context.site.noteSaved(audit) }
        guard !outcome.left.isEmpty else {
            return .seeOther(query.address(of: audit, ("decided", "\(outcome.findingCount)")))
        }
        let left = outcome.left.map { name, criterion, why in
            "\(criterion.map { "\(Criterion.short($0)) on " } ?? "")\(name): \(why)."
        }
        let isNothing = outcome.decided.isEmpty
        let notice = Notice(
            isNothing ? .error : .warn,
            isNothing
                ? "Nothing was decided"
                : "Decided \(counted(outcome.findingCount, "finding")), not all",
            "Left open: \(left.joined(separator: " "))", isAlert: true)
        return Response(
            page: try ConflictsPage(audit, query, telling: notice, in: context),
            status: isNothing ? .unprocessableContent : .ok)
    }

    /// Decides findings or a withdrawal of a component state, comments, or asks for a retest.
    func decideState() async throws -> Response {
        try await request.submit("Not saved") { [request, query] form, _, context in
            let place = try StatePlace(request, in: context)
            let view = place.view
            let address = query.address(of: .state(place.id), in: view)
            if let criterion = form.text("comment") {
                try StateSaving(context: context, place: place, form: form)
                    .addComment(on: criterion)
                return "\(address)#c-\(Criterion.short(criterion))"
            }
            if form.text("withdrawal") != nil {
                try WithdrawalDeciding(form, on: place, in: context).run()
                return address
            }
            if let criterion = form.text("retest") {
                try Self.askForRetest(form, on: criterion, of: place, context)
                return address
            }
            // Before it is decided: then it waits no more, and nothing comes behind it.
            let queue = try? query.queue(in: view, context)
            do {
                try Deciding(context: context, place: place, form: form).run()
            } catch AuditError.invalid(let reason) {
                throw Refusal(
                    heading: "Not decided yet", reason: "\(reason). What you chose is below")
            }
            guard form.text("act") == "next" else { return address }
            // A condition that names what is gone leads to the list of all.
            guard let queue else { return Address.conflicts(view.audit) }
            return queue.place(of: .state(place.id))?.next
                .map { query.address(of: $0.subject, in: view) }
                ?? query.address(of: view.audit, ("decided", "1"))
        } else: { [request, query] form, _, context in
            try ConflictPage(StatePlace(request, in: context), query, form, in: context)
        }
    }

    private static func askForRetest(
        _ form: SubmittedForm, on criterion: String, of place: StatePlace,
        _ context: PageContext
    ) throws {
        try place.requireRecording("what was said of round \(place.id.round) is kept as it is")
        let item = try place.view.item(place.id)
        guard item.findings.contains(where: { $0.criterion == criterion }) else {
            throw PageError.badForm
        }
        let day = form.trimmed("by")
        try context.client.planning.askForRetest(
            item, on: criterion, of: place.view.assignee(chosen: form.trimmed("tester")),
            due: day.isEmpty ? nil : DueDay(day), words: form.text("look") ?? "",
            in: place.view, name: form.text("comment-name").flatMap(EditID.init(hex:)))
    }

    func decideWithdrawal() async throws -> Response {
        let component = try request.component()
        return try await request.submit("Not saved") { [query] form, view, context in
            try WithdrawalDeciding(form, on: component, of: view, in: context).run()
            return query.address(of: .component(component), in: view)
        } else: { [query] form, view, context in
            try ConflictPage(component, of: view.audit, query, form, in: context)
        }
    }

    /// What was done just before, as the address says.
    private struct Done {
        let notice: Notice

        init?(_ parameters: Parameters) {
            if let count = parameters.get("given", as: Int.self) {
                notice = Notice(.ok, "Given away", "\(counted(count, "conflict")) given.")
            } else if let count = parameters.get("decided", as: Int.self) {
                notice = Notice(
                    .ok, "Decided",
                    "\(counted(count, "decision")) saved, in effect once the server has them.")
            } else {
                return nil
            }
        }
    }
}

extension TickedConflicts {
    enum Act: String, Sendable {
        case give, preview, decide
    }

    /// Enter in a field presses the first button, whatever was filled in.
    fileprivate func act(_ pressed: String?) -> Act? {
        let act = pressed.flatMap(Act.init(rawValue:))
        return act == .give && to.isEmpty && !(holds + reason).isEmpty ? .preview : act
    }
}
