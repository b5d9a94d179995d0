import Client
import Foundation
import Presentation
import Shared

extension Desk {
    /// The form of one component state.
    ///
    /// - Parameter typed: A form that could not be saved; it is shown again as it was typed.
    func page(
        of place: StatePlace, telling: FileNotice.Telling? = nil, typed: TypedForm? = nil
    ) throws -> StatePage {
        let item = try client.state(place.id, of: place.view)
        let evidence = try client.evidence(of: item.record, in: place.view)
        let tally = item.tally(place.criteria)
        let form = CriterionReading(
            desk: self, place: place, item: item, evidence: evidence,
            unsaved: place.canRecord ? client.unsavedTexts.texts(of: item.record.key) : [:],
            telling: telling, typed: typed?.form)
        var frame = try frame(
            "\(place.title), \(place.environment.platformWord)", .work, of: place.view)
        frame.crumbs.append(
            PageFrame.Link(place.view.plan.title, Address.audit(place.view.audit)))
        if typed != nil {
            frame.chip = PageFrame.SyncChip(
                tone: "error", icon: "i-error", text: "Not saved",
                href: Address.sync(place.view.audit))
        }
        let lists = try stateLists(of: place)
        return StatePage(
            frame: frame, heading: place.title,
            lede: "\(place.control.title) on the \(place.component.screen) screen, "
                + place.environment.sentence,
            address: place.address, neighbours: try neighbours(of: place),
            notices: (typed.map { [$0.notice] } ?? []) + notices(item, place),
            // What somebody typed knows what her page showed, and no more.
            context: typed?.form.text("context") ?? FormContext(showing: item.record).token,
            commentName: client.commentName.hex, judged: Self.judged(tally),
            position: try position(of: place), canRecord: place.canRecord,
            sisters: Address.copy(place),
            categories: form.categories(),
            saved: try typed?.saveState ?? saveState(of: item, in: place.view),
            stateLists: lists,
            facts: facts(item, place))
    }

    static func judged(_ tally: StateCounts) -> String {
        "\(tally.judged) of \(tally.total) judged"
    }

    /// What stands about what was recorded here.
    func saveState(of item: StateItem, in view: AuditView) throws -> StatePage.SaveState {
        let own = item.record.registers().flatMap(\.siblings).filter { $0.author == view.person }
        guard let newest = own.newest else {
            return StatePage.SaveState(
                icon: "i-laptop",
                text: view.role == .reader
                    ? "You read this audit; testers record in it."
                    : "Nothing recorded by you yet. Each verdict is saved on this laptop at once.")
        }
        return try saveState(of: newest, at: Date(unixMilliseconds: newest.wallTime), in: view)
    }

    private func saveState(
        of newest: Sibling, at time: Date, in view: AuditView
    ) throws -> StatePage.SaveState {
        let waiting = try client.store.push.queue(view.audit).count
        let clock = time.shown(now: now)
        guard view.isProposed(newest) || waiting > 0 else {
            return StatePage.SaveState(
                icon: "i-server", text: "Saved at \(clock). All on the server.")
        }
        let rest =
            waiting == 1
            ? "1 change waits for the server." : "\(waiting) changes wait for the server."
        return StatePage.SaveState(
            icon: "i-laptop", text: "Saved on this laptop at \(clock). \(rest)")
    }

    private func notices(_ item: StateItem, _ place: StatePlace) -> [Notice] {
        var notices: [Notice] = []
        if !place.canRecord, place.view.role != .reader {
            notices.append(
                Notice(
                    .info, "This is round \(place.id.round)",
                    "The audit is in round \(place.view.plan.currentRound); verdicts of earlier "
                        + "rounds are kept as they are."))
        }
        let bothSides = PageFrame.Link(
            "See what is covered", Address.conflict(place.id, in: place.view))
        notices += item.notes(in: place.view).map { note in
            Notice(
                .warn, note.heading,
                note.reason + (place.canRecord ? " \(note.consequence)" : ""), link: bothSides)
        }
        let disputed = item.disputed
        let others = Set(
            disputed.flatMap(\.judgements).map(\.author).filter { $0 != place.view.person })
        if !disputed.isEmpty {
            let names = others.map(place.view.plan.name(of:)).sorted().joined(separator: " and ")
            notices.append(
                Notice(
                    .conflict,
                    names.isEmpty
                        ? "Two verdicts of yours stand side by side"
                        : "\(names) judged this state differently",
                    "Nothing was lost: both verdicts are kept until the lead decides.",
                    link: PageFrame.Link(
                        "See both sides", Address.conflict(place.id, in: place.view))))
        }
        return notices
    }

    private func facts(_ item: StateItem, _ place: StatePlace) -> [StatePage.Fact] {
        func text(_ name: FieldName) -> String? {
            item.record.siblings(of: FieldID(name)).newest?.value.text
        }
        let environment =
            ([place.environment.sentence, place.environment.majorVersion]
            + [text(.system), text(.assistiveTechnologyVersion), text(.device)].compactMap(\.self))
            .joined(separator: ", ")
        let build = text(.build) ?? place.view.plan.builds[place.environment.platform]
        let assignees = item.assignees.compactMap(PersonID.init(hex:)).map { person in
            person == place.view.person ? "You" : place.view.plan.name(of: person)
        }
        var facts = [
            StatePage.Fact("Control", place.control.title),
            StatePage.Fact("Screen", place.component.screen),
            StatePage.Fact("Environment", environment),
        ]
        let same = place.view.sameControls(as: place.component.id)
        if !same.isEmpty { facts.append(StatePage.Fact("Same control", AuditView.list(same))) }
        if let build { facts.append(StatePage.Fact("Build", build)) }
        if !assignees.isEmpty {
            facts.append(StatePage.Fact("Assigned to", assignees.joined(separator: ", ")))
        }
        return facts
    }
}
