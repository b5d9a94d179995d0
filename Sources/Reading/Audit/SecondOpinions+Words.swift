package import Shared

extension SecondOpinions {
    /// Such as `20 % of component states with control sheet, second among Lee and Maya`.
    package func words(in view: AuditView) -> String {
        let meant = Concern.allCases.compactMap { concern in
            concerns[concern].map { values in
                let names = values.map { concern.name(of: $0, in: view) }.sorted()
                return "\(concern.rawValue) \(names.joined(separator: " or "))"
            }
        }
        let which = meant.isEmpty ? "" : " with " + meant.joined(separator: ", ")
        let names = people.map(view.plan.name(of:)).sorted()
        return "\(share) % of component states\(which), second among \(AuditView.list(names))"
    }
}

extension SecondOpinions.Concern {
    /// What people call a value.
    package func name(of value: String, in view: AuditView) -> String {
        switch self {
        case .control, .environment: value
        case .screen: (try? view.screen(named: value)) ?? value
        }
    }
}
