import Client
import Hummingbird
import Reading
import Shared

/// What leads decide: findings, withdrawals, the plan and its catalogue; and comments on it.
/// What there is to test is in the plan too, to which testers add.
extension PageRequest {
    /// A lead's choice among the values that stand in a part of the plan.
    func chooseInPlan() async throws -> Response {
        let audit = try audit()
        let form = try await SubmittedForm(request)
        guard let register = form.text("register"), let choice = form.text("choice")
        else { throw PageError.badForm }
        return try await run { context in
            try context.client.decisions.choose(
                register: register, as: choice, in: context.view(of: audit))
            context.site.noteSaved(audit)
            return .seeOther(Address.conflicts(audit))
        }
    }

    /// Decides a finding or a withdrawal of a component state, or adds a comment.
    func decide() async throws -> Response {
        let form = try await SubmittedForm(request)
        return try await atState { place, context in
            let address = Address.conflict(place.id, in: place.view)
            if let criterion = form.text("comment") {
                do {
                    try StateSaving(context: context, place: place, form: form)
                        .addComment(on: criterion)
                } catch  where error.isToldInItsForm {
                    let trouble = ReportedError(error)
                    let page = try ConflictPage(
                        place, comment: ConflictPage.TypedComment(form, on: criterion, trouble),
                        in: context)
                    return Response(page: page, status: trouble.kind.page.status)
                }
                context.site.noteSaved(place.view.audit)
                return .seeOther("\(address)#c-\(Criterion.short(criterion))")
            }
            if form.text("withdrawal") != nil {
                let deciding = try WithdrawalDeciding(form, on: place, in: context)
                guard let refused = try deciding.run() else {
                    context.site.noteSaved(place.view.audit)
                    return .seeOther(address)
                }
                let page = try ConflictPage(place, refused: refused, in: context)
                return Response(page: page, status: .unprocessableContent)
            }
            let deciding = try Deciding(context: context, place: place, form: form)
            guard let refused = try deciding.run()
            else { return .seeOther("\(address)#c-\(deciding.finding.shortCriterion)") }
            let page = try ConflictPage(
                place, typed: [deciding.finding.criterion: refused], in: context)
            return Response(page: page, status: .unprocessableContent)
        }
    }

    func decideWithdrawal() async throws -> Response {
        let audit = try audit()
        let component = try component()
        let form = try await SubmittedForm(request)
        return try await run { context in
            let deciding = try WithdrawalDeciding(form, on: component, of: audit, in: context)
            guard let refused = try deciding.run() else {
                context.site.noteSaved(audit)
                return .seeOther(Address.conflict(component, of: audit))
            }
            let page = try ConflictPage(component, of: audit, refused: refused, in: context)
            return Response(page: page, status: .unprocessableContent)
        }
    }

    /// Switches an inferred criterion on or off for the whole audit.
    func switchCriterion() async throws -> Response {
        let audit = try audit()
        let form = try await SubmittedForm(request)
        guard let criterion = form.text("criterion"), let isOn = form.text("on") else {
            throw PageError.badForm
        }
        let page = Address.catalogue(audit, try segment("control"), try segment("platform"))
        return try await run { context in
            let view = try context.view(of: audit)
            let catalogue = context.catalogue(of: view)
            try context.client.catalogues.switchCriteria(
                on: isOn == "yes" ? [criterion] : [], off: isOn == "yes" ? [] : [criterion],
                in: view, catalogue)
            context.site.noteSaved(audit)
            let anchor = catalogue.criterion(criterion)?.lastingShortID ?? ""
            return .seeOther("\(page)#c-\(anchor)")
        }
    }

    /// Pins the catalogue of this program, where it still is the one that the page had shown.
    func repin() async throws -> Response {
        let audit = try audit()
        let form = try await SubmittedForm(request)
        return try await run { context in
            let view = try context.view(of: audit)
            guard form.text("pin") == context.catalogue.pin.text,
                form.text("before") == view.plan.catalogue
            else { return .seeOther(Address.repinning(audit)) }
            let catalogues = context.client.catalogues
            let repinning = try catalogues.repinning(
                view, to: context.catalogue, besides: context.catalogue)
            try catalogues.save(repinning, of: view)
            context.site.noteSaved(audit)
            return .seeOther(Address.catalogue(audit))
        }
    }

    /// Shows what typed or pasted lines would add, or adds it.
    ///
    /// Lines of which one is wrong are never added at once: they are shown with what is wrong, and
    /// a button that adds the others.
    func addComponents() async throws -> Response {
        let audit = try audit()
        // A percent sign and two digits stand for a byte; the text comes twice after a preview.
        let form = try await SubmittedForm(request, upTo: 4 * Limits.standard.plannedBytesMax)
        guard let text = form.text("lines"), let act = form.text("do") else {
            throw PageError.badForm
        }
        return try await run { context in
            let view = try context.view(of: audit)
            let adding = PlanAdding(text: text, view: view, context: context)
            switch act {
            case "preview": return try adding.run(saving: .nothing)
            case "add": return try adding.run(saving: .allOrNothing)
            case "add-good": return try adding.run(saving: .whatIsGood)
            default: throw PageError.badForm  // open set: a form may say anything
            }
        }
    }

    /// Shows what a file of rows or a capture would add; nothing is saved by it.
    func readPlanFile() async throws -> Response {
        let audit = try audit()
        let file = try await PlanFile(request)
        // No page waits while a large capture is read.
        let content = try await run(isAside: true) { _ in Result { try file.content() } }
        return try await run { context in
            let view = try context.view(of: audit)
            do {
                let content = try content.get()
                let lines: String =
                    switch content {
                    case .rows(let text): text
                    case .capture(let capture):
                        try context.client.planning.lines(
                            of: capture, screen: file.screen, in: view,
                            context.catalogue(of: view))
                    }
                let remarks = content.remarks
                return try PlanAdding(text: lines, remarks: remarks, view: view, context: context)
                    .run(saving: .nothing)
            } catch  where file.isToBlame(for: error) {
                let words = ReportedError(error).message
                let notice = Notice(.error, "Nothing was added", words, isAlert: true)
                let page = try PlanAddingPage(
                    view, lines: "", notice: notice, fileScreen: file.screen, in: context)
                return Response(page: page, status: .unprocessableContent)
            }
        }
    }

    /// Changes what a component is called, its states, or what it is the same as.
    func changeComponent() async throws -> Response {
        let audit = try audit()
        let id = try component()
        let form = try await SubmittedForm(request)
        return try await run { context in
            let view = try context.view(of: audit)
            guard let component = view.components[id] else { throw PageError.notFound }
            let changing = ComponentChanging(
                component: component, form: form, view: view, context: context)
            let done: PlanQuery.Done
            do { done = try changing.run() } catch AuditError.invalid(let reason) {
                let page = try PlannedComponentPage(
                    id, in: view, context, typed: form, refused: reason)
                return Response(page: page, status: .unprocessableContent)
            }
            context.site.noteSaved(audit)
            return .seeOther(PlanQuery().address(after: done, of: audit, in: context))
        }
    }

    /// Changes what a screen is called, or copies it.
    func changeScreen() async throws -> Response {
        let audit = try audit()
        let name = request.typed("screen")
        let form = try await SubmittedForm(request)
        return try await run { context in
            let view = try context.view(of: audit)
            let done: PlanQuery.Done
            do {
                done = try PlannedScreenPage.change(name, as: form, in: view, context)
            } catch AuditError.invalid(let reason) {
                let page = try PlannedScreenPage(
                    name, in: view, context, typed: form, refused: reason)
                return Response(page: page, status: .unprocessableContent)
            }
            context.site.noteSaved(audit)
            return .seeOther(Address.plan(audit) + PlanQuery().query(page: 1, done: done))
        }
    }

    /// What the forms of the plan's page do: with environments, ticked components, order, groups.
    func changePlan() async throws -> Response {
        let audit = try audit()
        let form = try await SubmittedForm(request)
        return try await run { context in
            let view = try context.view(of: audit)
            let query = PlanQuery(form)
            switch try PlanChanging(form: form, view: view, context: context).run() {
            case .done(let done):
                context.site.noteSaved(audit)
                return .seeOther(query.address(after: done, of: audit, in: context))
            case .refused(let refusal):
                let page = try PlanPage(audit, showing: query, refused: refusal, in: context)
                return Response(page: page, status: .unprocessableContent)
            }
        }
    }
}
