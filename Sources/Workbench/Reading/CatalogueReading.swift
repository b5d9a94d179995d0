import Client
import Presentation
import Shared

extension Desk {
    /// The controls that the catalogue has.
    func cataloguePage(of audit: AuditID) throws -> CatalogueListPage {
        let view = try known(audit)
        let catalogue = try catalogue(of: view)
        var frame = try frame("Catalogue", .catalogue, of: view)
        frame.crumbs.append(PageFrame.Link(view.plan.title, Address.audit(audit)))
        let controls = catalogue.controls.map { control in
            CatalogueListPage.Entry(
                title: control.title, parts: control.parts.map(\.title).joined(separator: ", "),
                platforms: control.platforms.map { platform in
                    CatalogueListPage.Side(
                        href: Address.catalogue(audit, control.id, platform.id),
                        name: Environment.platformWord(of: platform.id),
                        count: "\(platform.criteria.count) criteria, "
                            + "\(platform.states.count) states")
                })
        }
        return CatalogueListPage(
            frame: frame,
            lede: "\(catalogue.controls.count) controls. \(catalogue.standing(in: view))",
            controls: controls)
    }

    /// What the catalogue says of one control on one platform.
    ///
    /// - Throws: `PageError.notFound` for what it does not have.
    func cataloguePage(
        of audit: AuditID, control id: String, platform name: String
    ) throws -> CataloguePage {
        let view = try known(audit)
        let catalogue = try catalogue(of: view)
        guard let control = catalogue.control(id), let platform = control.platform(name) else {
            throw PageError.notFound
        }
        let heading = "\(control.title) on \(Environment.platformWord(of: name))"
        var frame = try frame("Catalogue: \(heading)", .catalogue, of: view)
        frame.crumbs += [
            PageFrame.Link(view.plan.title, Address.audit(audit)),
            PageFrame.Link("Catalogue", Address.catalogue(audit)),
        ]
        let reading = CatalogueReading(control: control, platform: platform, view: view)
        return CataloguePage(
            frame: frame, heading: "Catalogue: \(heading)",
            lede: "\(platform.criteria.count) criteria. \(catalogue.standing(in: view))",
            places: catalogue.places(beside: control, platform, of: audit), states: reading.states,
            categories: reading.categories, announcements: reading.announcements,
            fixes: reading.fixes, help: platform.help.map(\.text))
    }

    private func known(_ audit: AuditID) throws -> AuditView {
        guard try client.store.plan(audit) != nil else { throw PageError.notFound }
        return try client.view(audit)
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
                href: Address.catalogue(audit, control.id, one.id),
                title: "\(control.title) on \(Environment.platformWord(of: one.id))",
                isCurrent: one.id == platform.id)
        }
        let others = controls.filter { $0.id != control.id }.compactMap { other in
            (other.platform(platform.id) ?? other.platforms.first).map { side in
                CataloguePage.Place(
                    href: Address.catalogue(audit, other.id, side.id), title: other.title,
                    isCurrent: false)
            }
        }
        return here + others
    }
}

/// Reads one side of the catalogue into its page.
struct CatalogueReading {
    let control: Control
    let platform: ControlPlatform
    let view: AuditView

    var states: [CataloguePage.State] {
        platform.states.map { state in
            CataloguePage.State(
                state,
                criteria: platform.criteria(in: state, enabled: view.plan.enabledCriteria).count)
        }
    }

    var categories: [CataloguePage.Category] {
        Criterion.Category.allCases.compactMap { category in
            let criteria = platform.criteria.filter { $0.category == category }
            guard !criteria.isEmpty else { return nil }
            return CataloguePage.Category(
                id: category.rawValue, title: category.word,
                criteria: criteria.map { CataloguePage.Entry($0, meta: meta($0)) })
        }
    }

    private func meta(_ criterion: Criterion) -> [String] {
        let wcag = criterion.wcag.map { number in
            SuccessCriterion.named(number).map { "WCAG \(number) \($0.name)" } ?? "WCAG \(number)"
        }
        let part = control.parts.first { $0.id == criterion.part }?.title
        let states = platform.states.filter(criterion.applies(in:))
        let places =
            states.count == platform.states.count
            ? "In every state"
            : "In: \(states.map { $0.title.lowercased() }.joined(separator: ", "))"
        let isOff = !criterion.isEnabled && !view.plan.enabledCriteria.contains(criterion.id)
        return [criterion.basis == .normative ? "Normative" : "Advisory"] + wcag
            + [part, places, isOff ? "Switched off in this audit" : nil].compactMap(\.self)
    }

    var announcements: [CataloguePage.Announcement] {
        platform.announcements.map { profile in
            CataloguePage.Announcement(
                part: control.parts.first { $0.id == profile.part }?.title ?? profile.part,
                state: platform.state(profile.state)?.title ?? profile.state,
                example: profile.example,
                when: profile.mode == .focus ? "On focus" : "After the change")
        }
    }

    var fixes: [CataloguePage.Fixes] {
        Criterion.Category.allCases.compactMap { category in
            let hints = platform.hints.filter { $0.category == category }
            guard !hints.isEmpty else { return nil }
            return CataloguePage.Fixes(category, title: category.word, hints: hints)
        }
    }
}
