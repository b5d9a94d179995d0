import Client
import Foundation
import Hummingbird
import Reading
import Shared

/// Which conflicts a page is about, as its address says.
struct ConflictQuery: Sendable {
    private static let names =
        ["order", "with", "control", "environment", "screen", "tester", "kind"]
    /// Those that are set.
    let given: [(name: String, value: String)]
    /// From 1.
    let page: Int

    init(_ request: Request) {
        given = Self.names.map { ($0, request.typed($0)) }.filter { !$0.1.isEmpty }
        // Beyond the last page there is nothing; a number of pages that overflows is none.
        page = min(
            max(1, request.uri.queryParameters.get("page", as: Int.self) ?? 1), 1_000_000)
    }

    var isSet: Bool { !given.isEmpty }

    func value(_ name: String) -> String { given.first { $0.name == name }?.value ?? "" }

    /// What waits of it; what is named and not there any more is an error.
    func queue(in view: AuditView, _ context: PageContext) throws -> ConflictQueue {
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        return try ConflictQueue(
            in: view, matching: ConflictFilter(given, in: view, known, zone: .gmt))
    }

    /// The list of it.
    func address(
        of audit: AuditID, page: Int = 1, _ more: (name: String, value: String)...
    )
        -> String
    {
        Address.conflicts(audit)
            + Address.query(given + [("page", page == 1 ? "" : "\(page)")] + more)
    }

    /// A page of one of it, from which one goes on to the next.
    func address(of subject: ConflictItem.Subject, in view: AuditView) -> String {
        let query = Address.query(given)
        let page =
            switch subject {
            case .state(let id): Address.conflict(id, in: view)
            case .component(let id): Address.conflict(id, of: view.audit)
            }
        return query.isEmpty ? page : page.adding(String(query.dropFirst()))
    }

    /// The fields of the form that chooses, each with all that it can be.
    func filters(in view: AuditView, _ catalogue: Catalogue) -> [Filter] {
        let plan = view.plan
        let environments = plan.environmentWords.compactMap { id, words in
            plan.environments[id].map { ($0.plain, words) }
        }
        let controls = Set(view.components.map(\.control)).map { id in
            (id, catalogue.headings.first { $0.id == id }?.title ?? id)
        }
        func choice(
            _ name: String, _ title: String, _ first: [(String, String)],
            _ values: [(String, String)] = [], chosen: String? = nil
        ) -> Filter {
            Filter(
                name, title, chosen: chosen ?? value(name),
                first + values.sorted { ($0.1, $0.0) < ($1.1, $1.0) })
        }
        let people = plan.people.map { ($0.key.hex, $0.value.name) }
        return [
            choice("order", "Order", ConflictFilter.Order.allCases.map { ($0.rawValue, $0.title) }),
            choice(
                "with", "With", [("", "Anyone"), ("me", "You"), ("nobody", "Nobody yet")],
                view.assignable, chosen: chosenAssignee(in: view)),
            choice("control", "Control", [("", "All")], controls.filter { !$0.0.isEmpty }),
            choice("environment", "Environment", [("", "All")], environments),
            choice("screen", "Screen", [("", "All")], view.screens.map { ($0, $0) }),
            choice(
                "tester", "Judged by", [("", "Everyone")], people,
                chosen: (try? view.member(named: value("tester")).hex) ?? value("tester")),
            choice(
                "kind", "Kind",
                [("", "All")] + ConflictItem.Kind.allCases.map { ($0.rawValue, $0.title) }),
        ]
    }

    private func chosenAssignee(in view: AuditView) -> String {
        let typed = value("with")
        if ["", "me", "nobody"].contains(typed) || Assignee(typed) != nil { return typed }
        return (try? view.assignee(named: typed).text) ?? typed
    }
}

extension AuditView {
    /// Whom a form names; throws what can be mended in it.
    func assignee(chosen text: String) throws -> Assignee {
        guard !text.isEmpty else { throw AuditError.invalid("choose who is to look at it") }
        guard let assignee = Assignee(text) else { throw PageError.badForm }
        let isHere =
            switch assignee {
            case .person(let person): plan.people[person].map { $0.role != .reader } ?? false
            case .group(let group): plan.groups[group] != nil
            }
        guard isHere else {
            throw AuditError.invalid("whoever was chosen is not in the team any more")
        }
        return assignee
    }

    /// Everybody who can be given something, and groups, by name; each as it is written.
    var assignable: [(String, String)] {
        let people = plan.people.filter { $0.value.role != .reader }
            .map { Assignee.person($0.key).text }
        let groups = plan.groups.keys.map { Assignee.group($0).text }
        return (people + groups).map { ($0, plan.assigneeWord($0)) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
}

extension ConflictFilter.Order {
    fileprivate var title: String {
        switch self {
        case .gravest: "Challenged, then gravest"
        case .oldest: "Oldest"
        case .screen: "By screen"
        }
    }
}

extension ConflictItem.Kind {
    fileprivate var title: String {
        switch self {
        case .challenged: "Challenged"
        case .outcome: "Outcome differs"
        case .severity: "Severity alone"
        case .withdrawal: "Withdrawals"
        case .plan: "The plan"
        }
    }
}
