import Client
import Foundation
import Presentation
import Shared

extension WithdrawalStatus {
    /// What a form about it is named by: `component`, `state` or the criterion's full id.
    var formName: String {
        switch subject {
        case .component: "component"
        case .state: "state"
        case .finding(_, let criterion): criterion
        }
    }

    /// Such as `This component was withdrawn by Lee Okafor`.
    func heading(in view: AuditView) -> String {
        let thing =
            switch subject {
            case .component: "This component"
            case .state: "This component state"
            case .finding(_, let criterion): "The finding \(criterion)"
            }
        return "\(thing) was withdrawn by \(authors(in: view))"
    }

    /// Whether somebody may take it back: her own, a lead anybody's.
    func canLift(_ view: AuditView) -> Bool {
        view.role == .lead
            || view.role != .reader && withdrawals.contains { $0.author == view.person }
    }

    /// As the page of a conflict shows it.
    ///
    /// - Parameters:
    ///   - address: Of that page.
    ///   - refused: What was sent and not done, by the name of its form.
    func part(
        in view: AuditView, at address: String, refused: WithdrawalDeciding.Refused? = nil
    ) -> WithdrawalPart {
        let isLead = view.role == .lead
        let own = refused?.name == formName ? refused : nil
        return WithdrawalPart(
            id: formName, heading: heading(in: view), reason: reason,
            covered: Self.words(for: covered, in: view).asBeginning,
            stays: Self.words(for: standing, in: view).asBeginning,
            hint: isLead
                ? "You withdraw the rest too, or lift the withdrawal. Until then it stays in the "
                    + "work."
                : "A lead withdraws the rest too, or lifts the withdrawal. Until then it stays in "
                    + "the work.",
            form: canLift(view)
                ? WithdrawalPart.Form(
                    address: address, shows: fingerprint, canWithdraw: isLead,
                    reason: own?.reason ?? reason,
                    liftTitle: isLead ? "Lift the withdrawal" : "Take your withdrawal back",
                    refusal: own?.why)
                : nil)
    }
}

extension Desk {
    /// What stands beside the withdrawal of a component.
    ///
    /// - Throws: `PageError.notFound` for a component that is not here.
    func conflict(
        on id: ComponentID, of audit: AuditID, refused: WithdrawalDeciding.Refused? = nil
    ) throws -> ConflictPage {
        guard try client.store.plan(audit) != nil else { throw PageError.notFound }
        let view = try client.view(audit)
        guard let component = view.components[id] else { throw PageError.notFound }
        let standing = try client.withdrawal(of: component, in: view)
        let heading =
            component.label + (standing.isContested ? ": withdrawal to decide" : ": withdrawal")
        var frame = try frame(heading, .conflicts, of: view)
        frame.crumbs += [
            PageFrame.Link(view.plan.title, Address.audit(audit)),
            PageFrame.Link("Conflicts", Address.conflicts(audit)),
        ]
        let address = Address.conflict(id, of: audit)
        let control =
            try catalogue(of: view).control(component.control)?.title ?? component.control
        return ConflictPage(
            frame: frame, heading: heading, lede: "\(control) on the \(component.screen) screen",
            listHref: Address.conflicts(audit), stateHref: nil, address: address, commentName: "",
            notices: [],
            withdrawals: standing.isContested
                ? [standing.part(in: view, at: address, refused: refused)] : [],
            cases: [])
    }
}

extension ConflictListing {
    /// A withdrawal in the list: what was withdrawn, by whom, and who is to do what.
    static func row(_ standing: WithdrawalStatus, in view: AuditView) -> ConflictsPage.Row {
        let href: String
        let about: String
        switch standing.subject {
        case .component(let component):
            href = Address.conflict(component.id, of: view.audit)
            about = "Component"
        case .state(let item), .finding(let item, _):
            href = Address.conflict(item.id, in: view)
            about = view.plan.environments[item.id.environment]?.sentence ?? item.environment
        }
        return ConflictsPage.Row(
            href: "\(href)#w-\(standing.formName)", title: standing.name, about: about,
            criterion: "\(standing.heading(in: view)): \(standing.reason)", own: [],
            others: [Verdict(mark: .conflict("Withdrawal contested"))],
            since: Date(unixMilliseconds: standing.since).day,
            next: view.role == .lead
                ? "You withdraw the rest too, or lift it"
                : "A lead withdraws the rest too, or lifts it")
    }
}

extension String {
    /// The first letter large, as a line begins.
    fileprivate var asBeginning: String { prefix(1).uppercased() + dropFirst() }
}
