import ArgumentParser
import Client
import Shared

extension AuditCommand {
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show an audit: builds, environments, team, policy.",
            discussion: "Example: accord audit show --audit \"Larkfield Mobile\"")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let overview = try client.queries.overview(of: view.audit)
            try options.answer(json(view, overview)) {
                let plan = view.plan
                print("\(plan.title)  \(view.audit.hex)")
                print("catalogue     \(plan.pin?.description ?? plan.catalogue ?? "none")")
                for (platform, version) in plan.builds.sorted(by: { $0.key < $1.key }) {
                    print("build         \(platform) \(version)")
                }
                for environment in plan.environments.values.map(\.plain).sorted() {
                    print("environment   \(environment)")
                }
                print("round         \(plan.currentRound)")
                for (person, member) in plan.people.sorted(by: { $0.value.name < $1.value.name }) {
                    let own = person == view.person ? " (you)" : ""
                    print("\(member.role.rawValue.padded(to: 14))\(member.name)\(own)")
                }
                print("policy        \(plan.policyWords)")
                print("announcements \(plan.announcements.rawValue)")
                print("components    \(overview.components)")
                print("states begun  \(overview.states)")
                print("conflicts     \(overview.conflicts.count)")
            }
        }

        private func json(_ view: AuditView, _ overview: AuditOverview) -> JSON {
            let plan = view.plan
            return [
                "audit": view.audit.hex, "title": plan.title, "catalogue": plan.catalogue,
                "builds": plan.builds,
                "environments": plan.environments.values.map(\.plain).sorted(),
                "round": Int(plan.currentRound), "announcements": plan.announcements.rawValue,
                "people": plan.peopleJSON, "policy": plan.policyJSON,
                "components": overview.components, "states": overview.states,
                "conflicts": overview.conflicts.count,
            ]
        }
    }
}

extension Plan {
    /// Ascending by name.
    var peopleJSON: JSON {
        .array(
            people.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }.map { entry in
                [
                    "person": entry.key.hex, "name": entry.value.name,
                    "role": entry.value.role.rawValue,
                ] as JSON
            })
    }

    /// The rules as people write them; null while leads have written different policies.
    var policyJSON: JSON {
        switch policy {
        case .one(let policy): policy.rules.map { PolicyText.text($0, self) }.json
        case .contested: .null
        }
    }

    fileprivate var policyWords: String {
        switch policy {
        case .one(let policy) where policy.rules.isEmpty: "a lead decides every conflict"
        case .one(let policy): counted(policy.rules.count, "rule") + ", else a lead decides"
        case .contested: "several stand: a lead decides until one is chosen"
        }
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
