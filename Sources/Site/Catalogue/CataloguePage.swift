import Client
import Reading
import Shared

/// What the catalogue says of one control on one platform.
struct CataloguePage: Page {
    static let template = "catalogue"
    let frame: PageFrame
    let heading: String
    let lede: String
    /// The other platforms and controls, with the page itself.
    let places: [Place]
    let states: [State]
    let categories: [CriterionGroup<Entry>]
    /// Where criteria are switched on and off.
    let address: String
    let announcements: [Announcement]
    let fixes: [Fixes]
    let help: [String]

    /// - Throws: `PageError.notFound` for what the catalogue does not have.
    init(
        _ audit: AuditID, control id: String, platform name: String, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let catalogue = context.catalogue(of: view)
        guard let control = catalogue.control(id), let platform = control.platform(name) else {
            throw PageError.notFound
        }
        heading = "Catalogue: \(control.title) on \(Environment.platformWord(of: name))"
        let list = PageFrame.Link("Catalogue", Address.catalogue(audit))
        frame = try PageFrame(heading, .catalogue, of: view, behind: [list], in: context)
        lede = "\(platform.criteria.count) criteria. \(catalogue.pinSentence(in: view))"
        places = catalogue.places(beside: control, platform, of: audit)
        states = platform.states.map { state in
            let criteria = platform.criteria(in: state, enabled: view.plan.enabledCriteria)
            let words = state.words.map { "“\($0)”" }.joined(separator: ", ")
            return State(
                title: state.title, id: state.id, spoken: words.isEmpty ? nil : words,
                count: counted(criteria.count, "criterion", plural: "criteria"))
        }
        let optional = platform.criteria.filter { !$0.isEnabled }
        let work = try context.client.catalogues.work(of: optional, in: view, catalogue)
        address = Address.catalogue(audit, control.id, platform.id)
        categories = CriterionGroup.all(platform.criteria) { criterion in
            let part = control.parts.first { $0.id == criterion.part }?.title
            let titles = platform.states.filter(criterion.applies(in:)).map(\.title)
            let named = titles.joined(separator: ", ").lowercased()
            let isEvery = titles.count == platform.states.count
            let places = isEvery ? "In every state" : "In: \(named)"
            let isOff = !criterion.isEnabled && !view.plan.enabledCriteria.contains(criterion.id)
            let isSwitched = view.role == .lead && !criterion.isEnabled
            let verdicts = counted(work[criterion.id] ?? 0, "verdict")
            let asked =
                criterion.asking == .eachState ? nil : "Asked \(criterion.asking.words)"
            let otherwise =
                criterion.standIns.isEmpty ? nil : "With \(criterion.kindWords)"
            let off = isOff ? "Switched off in this audit" : nil
            let notes = [part, places, asked, otherwise, off]
            return Entry(
                anchor: criterion.lastingShortID, criterion: criterion.id,
                statement: criterion.statement,
                how: criterion.how, weight: Weight(criterion.severity),
                meta: [criterion.basisWord] + criterion.wcagNames + notes.compactMap(\.self),
                switches: isSwitched
                    ? Switch(
                        on: isOff ? "yes" : "no",
                        title: isOff ? "Judge it: \(verdicts) more" : "Judge it no more")
                    : nil)
        }
        announcements = platform.announcements.map { profile in
            Announcement(
                part: control.parts.first { $0.id == profile.part }?.title ?? profile.part,
                state: platform.state(profile.state)?.title ?? profile.state,
                example: profile.example,
                when: profile.mode == .focus ? "On focus" : "After the change")
        }
        fixes = platform.criteria.categories.compactMap { category in
            let hints = platform.hints.filter { $0.category == category }
            guard !hints.isEmpty else { return nil }
            let fixes = CriterionDetails.Fix.all(hints)
            let title = category.word
            return Fixes(
                id: category.rawValue, title: title, lowered: title.lowercased(), fixes: fixes)
        }
        help = platform.help.map(\.text)
    }

    struct Place: Sendable {
        let placeHref: String
        let title: String
        let isCurrent: Bool
    }

    /// A state that the control can be in.
    struct State: Sendable {
        let title: String
        /// The id that commands take.
        let id: String
        /// Such as `“expanded”`; nil for a state that needs no word.
        let spoken: String?
        let count: String
    }

    struct Entry: Sendable {
        let anchor: String
        let criterion: String
        let statement: String
        let how: String
        let weight: Weight
        /// Basis, WCAG, the control's part and where it is judged.
        let meta: [String]
        /// Nil where every audit judges it, and for whoever is no lead.
        let switches: Switch?
    }

    /// A button for leads.
    struct Switch: Sendable {
        /// `yes` or `no`.
        let on: String
        let title: String
    }

    /// What a screen reader should say for a part in a state.
    struct Announcement: Sendable {
        let part: String
        let state: String
        let example: String
        let when: String
    }

    /// How failures of one category are mended.
    struct Fixes: Sendable {
        let id: String
        let title: String
        /// In a sentence: `name`.
        let lowered: String
        let fixes: [CriterionDetails.Fix]
    }
}

extension Catalogue {
    func pinSentence(in view: AuditView) -> String {
        let isPinned = view.plan.catalogue == pin.text
        let relation = isPinned ? "pinned by this audit" : "which is not this audit’s"
        return "Catalogue \(version), \(relation)."
    }

    /// The other platform of the control, then the other controls on the same one.
    fileprivate func places(
        beside control: Control, _ platform: ControlPlatform, of audit: AuditID
    ) -> [CataloguePage.Place] {
        let here = control.platforms.map { one in
            (control, one, "\(control.title) on \(Environment.platformWord(of: one.id))")
        }
        let others = controls.filter { $0.id != control.id }.compactMap { other in
            (other.platform(platform.id) ?? other.platforms.first).map { (other, $0, other.title) }
        }
        return (here + others).map { one, side, title in
            CataloguePage.Place(
                placeHref: Address.catalogue(audit, one.id, side.id), title: title,
                isCurrent: one.id == control.id && side.id == platform.id)
        }
    }
}
