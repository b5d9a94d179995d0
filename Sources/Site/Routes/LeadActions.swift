import Client
import Hummingbird
import Reading
import Shared

/// What leads decide of the plan and its catalogue.
/// What there is to test is in the plan too, to which testers add.
extension PageRequest {
    /// Begins the audit once more, on the builds that the form names.
    func beginRound() async throws -> Response {
        try await submit("No round was begun") { form, view, context in
            try NextRound.begin(form, in: view, context)
        } else: { form, view, context in
            try RoundsPage(view.audit, RoundsQuery(), form, in: context)
        }
    }

    /// Signs the current round, as the page had shown it.
    func sign() async throws -> Response {
        try await submit("Nothing was signed") { form, view, context in
            try SignOffPage.sign(form, in: view, context)
        } else: { form, view, context in
            try SignOffPage(view.audit, form, in: context)
        }
    }

    /// Says which component states two people are to judge.
    func drawOpinions() async throws -> Response {
        try await submit("Nothing was drawn") { form, view, context in
            try OpinionsForm(form).save(in: view, context)
        } else: { form, view, context in
            try SecondOpinionsPage(
                view.audit, OpinionsForm(form.values), refusal: form.refusal, in: context)
        }
    }

    /// Takes the questions that the page showed for seen; no other laptop learns of it.
    func seeFieldChecks() async throws -> Response {
        let audit = try audit()
        let seen = try SeenQuestions(try await SubmittedForm(request))
        return try await run(isAside: true) { context in
            try seen.save(in: audit, context)
            return .seeOther(Address.fieldChecks(audit))
        }
    }

    /// Switches an inferred criterion on or off for the whole audit.
    func switchCriterion() async throws -> Response {
        let control = try segment("control")
        let platform = try segment("platform")
        return try await submit { form, view, context in
            guard let criterion = form.text("criterion"), let isOn = form.text("on") else {
                throw PageError.badForm
            }
            let catalogue = context.catalogue(of: view)
            try context.client.catalogues.switchCriteria(
                on: isOn == "yes" ? [criterion] : [], off: isOn == "yes" ? [] : [criterion],
                in: view, catalogue)
            let anchor = catalogue.criterion(criterion)?.lastingShortID ?? ""
            return "\(Address.catalogue(view.audit, control, platform))#c-\(anchor)"
        }
    }

    /// Pins the catalogue of this program, where it still is the one that the page had shown.
    func repin() async throws -> Response {
        try await submit { form, view, context in
            guard form.text("pin") == context.catalogue.pin.text,
                form.text("before") == view.plan.catalogue
            else { return Address.repinning(view.audit) }
            let catalogues = context.client.catalogues
            let repinning = try catalogues.repinning(
                view, to: context.catalogue, besides: context.catalogue)
            try catalogues.save(repinning, of: view)
            return Address.catalogue(view.audit)
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
        let id = try component()
        return try await submit("Nothing was changed") { form, view, context in
            guard let component = view.components[id] else { throw PageError.notFound }
            let done = try ComponentChanging(
                component: component, form: form, view: view, context: context
            ).run()
            return PlanQuery().address(after: done, of: view.audit, in: context)
        } else: { form, view, context in
            try PlannedComponentPage(id, in: view, context, form)
        }
    }

    /// Changes what a screen is called, or copies it.
    func changeScreen() async throws -> Response {
        let name = request.typed("screen")
        return try await submit("Nothing was changed") { form, view, context in
            let done = try PlannedScreenPage.change(name, as: form, in: view, context)
            return Address.plan(view.audit) + PlanQuery().query(page: 1, done: done)
        } else: { form, view, context in
            try PlannedScreenPage(name, in: view, context, form)
        }
    }

    /// What the forms of the plan's page do: with environments, ticked components, order, groups.
    func changePlan() async throws -> Response {
        try await submit("Nothing was changed") { form, view, context in
            let done = try PlanChanging(form: form, view: view, context: context).run()
            return PlanQuery(form).address(after: done, of: view.audit, in: context)
        } else: { form, view, context in
            try PlanPage(view.audit, showing: PlanQuery(form.values), form, in: context)
        }
    }
}
