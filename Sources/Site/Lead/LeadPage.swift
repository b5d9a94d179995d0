import Shared

/// The pages that leads alone have, under one tab.
enum LeadPage: CaseIterable {
    case signOff, rules, agreement, rounds, fieldChecks, devices

    var title: String {
        switch self {
        case .signOff: "Sign-off"
        case .rules: "Rules"
        case .agreement: "Agreement"
        case .rounds: "Rounds"
        case .fieldChecks: "Field checks"
        case .devices: "Devices"
        }
    }

    func address(of audit: AuditID) -> String {
        switch self {
        case .signOff: Address.signOff(audit)
        case .rules: Address.rules(audit)
        case .agreement: Address.agreement(audit)
        case .rounds: Address.rounds(audit)
        case .fieldChecks: Address.fieldChecks(audit)
        case .devices: Address.devices(audit)
        }
    }

    /// All of them, for whoever is on one.
    func links(of audit: AuditID) -> [PageFrame.Tab] {
        Self.allCases.map {
            PageFrame.Tab(
                title: $0.title, href: $0.address(of: audit), isCurrent: $0 == self, tabCount: nil)
        }
    }
}
