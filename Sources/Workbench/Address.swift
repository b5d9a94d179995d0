import Client
import Foundation
import Shared

/// The addresses of pages, as UX.md section 2 lists them.
enum Address {
    static let audits = "/audits"
    static let join = "/audits/join"
    static let keyboard = "/keyboard"

    /// The way in, once.
    static func entry(_ token: String) -> String { "/enter?token=\(token)" }

    static func audit(_ audit: AuditID) -> String { "/audits/\(audit.hex)" }

    static func conflicts(_ audit: AuditID) -> String { "\(Self.audit(audit))/conflicts" }

    static func search(_ audit: AuditID) -> String { "\(Self.audit(audit))/search" }

    static func sync(_ audit: AuditID) -> String { "\(Self.audit(audit))/sync" }

    /// Where a person says that she has seen what others did with her work.
    static func seen(_ audit: AuditID) -> String { "\(sync(audit))/seen" }

    static func states(_ audit: AuditID) -> String { "\(Self.audit(audit))/states" }

    /// Where findings are copied to a component state from others.
    static func copy(_ place: StatePlace) -> String {
        let parts = place.address.split(separator: "?", maxSplits: 1)
        return "\(parts[0])/copy" + (parts.count > 1 ? "?\(parts[1])" : "")
    }

    static func events(_ audit: AuditID) -> String { "\(Self.audit(audit))/events" }

    static func export(_ audit: AuditID, _ format: String) -> String {
        "\(Self.audit(audit))/export/\(format)"
    }

    static func catalogue(_ audit: AuditID) -> String { "\(Self.audit(audit))/catalogue" }

    static func catalogue(_ audit: AuditID, _ control: String, _ platform: String) -> String {
        "\(catalogue(audit))/\(escaped(control))/\(escaped(platform))"
    }

    static func evidence(_ audit: AuditID, _ hash: String) -> String {
        "\(Self.audit(audit))/evidence/\(hash)"
    }

    /// A file as one finding has it.
    static func evidence(_ item: EvidenceItem, in view: AuditView) -> String {
        "\(evidence(view.audit, item.hash.hex))"
            + "?state=\(escaped(item.state))&criterion=\(escaped(item.criterion))"
    }

    /// The bytes of a file, for a picture on a page.
    static func evidenceBytes(_ audit: AuditID, _ hash: String) -> String {
        "\(evidence(audit, hash))/file"
    }

    static func state(_ state: StateID, in view: AuditView) -> String {
        "\(audit(view.audit))/states/\(path(state, in: view))"
    }

    static func conflict(_ state: StateID, in view: AuditView) -> String {
        "\(conflicts(view.audit))/\(path(state, in: view))"
    }

    /// What stands beside the withdrawal of a component.
    static func conflict(_ component: ComponentID, of audit: AuditID) -> String {
        "\(conflicts(audit))/\(component.hex)"
    }

    /// `COMPONENT/ENVIRONMENT/STATE`, with the round where it is not the current one.
    private static func path(_ state: StateID, in view: AuditView) -> String {
        let environment = escaped(view.environmentName(state.environment))
        let round = state.round == view.plan.currentRound ? "" : "?round=\(state.round)"
        return "\(state.component.hex)/\(environment)/\(escaped(state.state))\(round)"
    }

    /// A segment of a path or a value of a query.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension StatePlace {
    /// The address of its page.
    var address: String { Address.state(id, in: view) }
}
