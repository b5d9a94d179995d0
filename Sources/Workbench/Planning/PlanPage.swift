import Client
import Reading
import Shared

/// What there is to test: screens with their components, and what is still missing.
struct PlanPage: Page {
    static let template = "plan"
    let frame: PageFrame
    let address: String
    let lede: String
    /// What was just done, or why it was not; nil on most visits.
    let planNotice: Notice?
    /// Where components are added; nil for a reader.
    let adding: String?
    let missing: Checklist
    let find: String
    let screens: [Screen]
    let emptyText: String
    let pager: Pager?
    let environments: Environments

    private static let componentsMax = 100

    init(
        _ audit: AuditID, showing query: PlanQuery, refused: PlanRefusal? = nil,
        in context: PageContext
    ) throws {
        try context.requireHere(audit)
        let coverage = try context.site.coverage.read(audit, in: context)
        let view = coverage.view
        let found = query.components(of: view)
        let rows = Pager.rows(on: query.page, of: found.count, rowsMax: Self.componentsMax)
        frame = try PageFrame("Plan", .plan, of: view, in: context)
        address = Address.plan(audit)
        lede = coverage.planLede
        planNotice = try refused?.notice ?? query.added?.notice(in: view, context)
        adding = view.role == .reader ? nil : Address.planAdding(audit)
        missing = Checklist(coverage, adding: adding)
        find = query.find
        screens = Screen.all(
            of: found[rows], in: view, try context.catalogue(of: view), adding: adding)
        emptyText =
            view.components.isEmpty ? "No component yet." : "No component has that in its name."
        pager = Pager("Components", rows, of: found.count, rowsMax: Self.componentsMax) {
            Address.plan(audit) + query.query(page: $0)
        }
        environments = Environments(
            in: view, try context.catalogue(of: view), typed: refused?.environments)
    }

    struct Screen: Sendable {
        let anchor: String
        let screen: String
        let about: String
        /// Where a line begins with this screen; nil for a reader.
        let addHere: String?
        let components: [Row]

        fileprivate static func all(
            of components: ArraySlice<Component>, in view: AuditView, _ catalogue: Catalogue,
            adding: String?
        ) -> [Screen] {
            var screens: [[Component]] = []
            for one in components {
                if screens.last?[0].screen == one.screen {
                    screens[screens.count - 1].append(one)
                } else {
                    screens.append([one])
                }
            }
            return screens.enumerated().map { index, components in
                let name = components[0].screen
                return Screen(
                    anchor: "screen-\(index + 1)", screen: name,
                    about: counted(components.count, "component"),
                    addHere: adding.map { $0 + Address.query([("lines", "\(name) / ")]) },
                    components: components.map { Row($0, in: view, catalogue) })
            }
        }
    }

    struct Row: Sendable {
        let id: String
        let label: String
        let control: String
        let states: [String]
        let platforms: String
        let people: [Person]
        let same: String?
        /// Why it was withdrawn; nil while it is not.
        let withdrawn: String?

        struct Person: Sendable {
            let person: String
            let isMe: Bool
        }

        fileprivate init(_ component: Component, in view: AuditView, _ catalogue: Catalogue) {
            let known = catalogue.control(component.control)
            let tested = Set(view.plan.environments.values.map(\.platform))
            id = component.id.hex
            label = component.label + (component.ordinal > 1 ? ", number \(component.ordinal)" : "")
            control = known?.title ?? component.control
            states = component.stateTitles(known)
            platforms = component.states.keys.sorted().map { platform in
                let word = Environment.platformWord(of: platform)
                return tested.contains(platform) ? word : "\(word) (not tested on)"
            }.joined(separator: ", ")
            people = view.assignees(of: component.id).map { text in
                let person = PersonID(hex: text)
                return Person(
                    person: person.map(view.plan.name(of:)) ?? text, isMe: person == view.person)
            }
            let others = view.sameControls(as: component.id)
            same = others.isEmpty ? nil : "the same as \(AuditView.list(others))"
            switch component.withdrawal {
            case .none: withdrawn = nil
            case .withdrawn(let reason): withdrawn = reason.isEmpty ? "No reason given" : reason
            case .contested(let reason): withdrawn = "\(reason) Contested: a lead decides."
            }
        }
    }
}

extension Component {
    /// Each once, in the catalogue's order; one that it lacks as it is written.
    func stateTitles(_ control: Control?) -> [String] {
        var titles: [String] = []
        for (platform, ids) in states.sorted(by: { $0.key < $1.key }) {
            let known = control?.platform(platform)?.states ?? []
            titles += known.filter { ids.contains($0.id) }.map { $0.title.lowercased() }
            titles += ids.filter { id in !known.contains { $0.id == id } }
        }
        var told: Set<String> = []
        return titles.filter { told.insert($0).inserted }
    }
}

extension AuditCoverage {
    fileprivate var planLede: String {
        let screens = Set(components.map(\.component.screen)).count
        return [
            counted(screens, "screen"), counted(components.count, "component"),
            counted(states.count, "component state"),
            counted(states.total, "criterion", plural: "criteria") + " to judge",
        ].joined(separator: ", ") + "."
    }
}
