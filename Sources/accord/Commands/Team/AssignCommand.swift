import ArgumentParser
import Client
import Reading
import Shared

struct AssignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign", abstract: "Say who tests components or component states.",
        discussion: """
            The last name is that of a person or of a group (accord audit group); nobody takes an \
            assignment away.

            Example: accord assign "Transactions/Transaction details" "Lee Okafor"
            Example: accord assign Cards/Limit Cards/Freeze Payments --due 2026-12-04
            Example: accord assign --screen Cards Payments
            """)

    @Argument(
        help: .init(
            "Components or component states, then who tests them.",
            valueName: "component[@environment:state] ... who"))
    var names: [String]

    @Option(help: "Every component of this screen; repeat it for several.") var screen: [String] =
        []
    @Option(help: .init("By when; none for no day.", valueName: "yyyy-mm-dd")) var due: String?
    @OptionGroup var options: AuditOptions

    func validate() throws {
        try require(
            names.count > 1 || (names.count == 1 && !screen.isEmpty),
            "Name what is to be tested, then who tests it.")
    }

    func run() throws {
        let (client, view) = try options.open()
        let who = names[names.count - 1]
        let assignee = who == "nobody" ? nil : try view.assignee(named: who)
        let day = try due.map { $0 == "none" ? nil : try DueDay($0) }
        let keys = try keys(in: view)
        try client.planning.assign(
            keys, to: .set(assignee), due: day.map { .set($0) } ?? .asItIs, in: view)
        let name = assignee.map { view.plan.name(ofAssignee: $0.text) }
        let assigned = AuditView.list(keys.map(view.name(of:)))
        try options.report(json(assigned, assignee, name, day ?? nil)) {
            "\(assigned) \(keys.count == 1 ? "is" : "are") assigned to \(name ?? "nobody")"
                + (day.map { $0.map { ", due \($0.text)" } ?? ", without a day" } ?? "") + "."
        }
    }

    private func keys(in view: AuditView) throws -> [RecordKey] {
        let named = try names.dropLast().map { try view.subject(named: $0) }
        let onScreens = try screen.flatMap { name in
            view.components(onScreen: try view.screen(named: name)).map {
                RecordKey.component(view.audit, $0.id)
            }
        }
        return named + onScreens.filter { !named.contains($0) }
    }

    private func json(
        _ assigned: String, _ assignee: Assignee?, _ name: String?, _ day: DueDay?
    ) -> JSON {
        let ids: (person: String?, group: String?) =
            switch assignee {
            case .person(let person): (person.hex, nil)
            case .group(let group): (nil, group.hex)
            case nil: (nil, nil)
            }
        return [
            "assigned": assigned, "person": ids.person, "group": ids.group, "name": name,
            "due": day?.text,
        ]
    }
}
