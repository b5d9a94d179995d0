import Client
import Shared

/// The controls of the catalogue, each with its platforms.
struct CatalogueListPage: Page {
    static let template = "catalogue-list"
    let frame: PageFrame
    let lede: String
    let controls: [Entry]

    /// - Throws: `PageError.notFound` for an audit that is not here.
    init(_ audit: AuditID, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let catalogue = try context.catalogue(of: view)
        frame = try PageFrame("Catalogue", .catalogue, of: view, in: context)
        lede = "\(catalogue.controls.count) controls. \(catalogue.standing(in: view))"
        controls = catalogue.controls.map { control in
            Entry(
                title: control.title, parts: control.parts.map(\.title).joined(separator: ", "),
                platforms: control.platforms.map { platform in
                    Side(
                        sideHref: Address.catalogue(audit, control.id, platform.id),
                        name: Environment.platformWord(of: platform.id),
                        count: "\(platform.criteria.count) criteria, "
                            + "\(platform.states.count) states")
                })
        }
    }

    struct Entry: Sendable {
        let title: String
        /// Such as `Opener, menu, item`.
        let parts: String
        let platforms: [Side]
    }

    struct Side: Sendable {
        let sideHref: String
        let name: String
        /// Such as `19 criteria, 8 states`.
        let count: String
    }
}

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
    let announcements: [Announcement]
    let fixes: [Fixes]
    let help: [String]

    /// - Throws: `PageError.notFound` for what the catalogue does not have.
    init(
        _ audit: AuditID, control id: String, platform name: String, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let catalogue = try context.catalogue(of: view)
        guard let control = catalogue.control(id), let platform = control.platform(name) else {
            throw PageError.notFound
        }
        heading = "Catalogue: \(control.title) on \(Environment.platformWord(of: name))"
        frame = try PageFrame(
            heading, .catalogue, of: view,
            behind: [PageFrame.Link("Catalogue", Address.catalogue(audit))], in: context)
        lede = "\(platform.criteria.count) criteria. \(catalogue.standing(in: view))"
        places = catalogue.places(beside: control, platform, of: audit)
        states = platform.states.map { State($0, on: platform, in: view) }
        categories = CriterionGroup.all(platform.criteria) {
            Entry($0, of: control, on: platform, in: view)
        }
        announcements = platform.announcements.map { Announcement($0, of: control, on: platform) }
        fixes = Criterion.Category.allCases.compactMap { Fixes($0, on: platform) }
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

        fileprivate init(_ state: ControlState, on platform: ControlPlatform, in view: AuditView) {
            let criteria = platform.criteria(in: state, enabled: view.plan.enabledCriteria)
            title = state.title
            id = state.id
            spoken =
                state.words.isEmpty
                ? nil : state.words.map { "“\($0)”" }.joined(separator: ", ")
            count = counted(criteria.count, "criterion", plural: "criteria")
        }
    }

    struct Entry: Sendable {
        let anchor: String
        let criterion: String
        let statement: String
        let how: String
        let weight: Weight
        /// Basis, WCAG, the control's part and where it is judged.
        let meta: [String]

        fileprivate init(
            _ criterion: Criterion, of control: Control, on platform: ControlPlatform,
            in view: AuditView
        ) {
            anchor = criterion.shortID
            self.criterion = criterion.id
            statement = criterion.statement
            how = criterion.how
            weight = Weight(criterion.severity)
            let part = control.parts.first { $0.id == criterion.part }?.title
            let states = platform.states.filter(criterion.applies(in:))
            let places =
                states.count == platform.states.count
                ? "In every state"
                : "In: \(states.map { $0.title.lowercased() }.joined(separator: ", "))"
            let isOff =
                !criterion.isEnabled && !view.plan.enabledCriteria.contains(criterion.id)
            meta =
                [criterion.basisWord] + criterion.wcagNames
                + [part, places, isOff ? "Switched off in this audit" : nil].compactMap(\.self)
        }
    }

    /// What a screen reader should say for a part in a state.
    struct Announcement: Sendable {
        let part: String
        let state: String
        let example: String
        let when: String

        fileprivate init(
            _ profile: AnnouncementProfile, of control: Control, on platform: ControlPlatform
        ) {
            part = control.parts.first { $0.id == profile.part }?.title ?? profile.part
            state = platform.state(profile.state)?.title ?? profile.state
            example = profile.example
            when = profile.mode == .focus ? "On focus" : "After the change"
        }
    }

    /// How failures of one category are mended.
    struct Fixes: Sendable {
        let id: String
        let title: String
        /// In a sentence: `name`.
        let lowered: String
        let fixes: [CriterionForm.Fix]

        fileprivate init?(_ category: Criterion.Category, on platform: ControlPlatform) {
            fixes = CriterionForm.Fix.all(for: category, on: platform)
            guard !fixes.isEmpty else { return nil }
            id = category.rawValue
            title = category.word
            lowered = title.lowercased()
        }
    }
}

extension Catalogue {
    /// Whether it is the audit's.
    fileprivate func standing(in view: AuditView) -> String {
        view.plan.catalogue == pin.text
            ? "Catalogue \(version), pinned by this audit."
            : "Catalogue \(version), which is not this audit’s."
    }

    /// The other platform of the control, then the other controls on the same one.
    fileprivate func places(
        beside control: Control, _ platform: ControlPlatform, of audit: AuditID
    ) -> [CataloguePage.Place] {
        let here = control.platforms.map { one in
            CataloguePage.Place(
                placeHref: Address.catalogue(audit, control.id, one.id),
                title: "\(control.title) on \(Environment.platformWord(of: one.id))",
                isCurrent: one.id == platform.id)
        }
        let others = controls.filter { $0.id != control.id }.compactMap { other in
            (other.platform(platform.id) ?? other.platforms.first).map { side in
                CataloguePage.Place(
                    placeHref: Address.catalogue(audit, other.id, side.id), title: other.title,
                    isCurrent: false)
            }
        }
        return here + others
    }
}
