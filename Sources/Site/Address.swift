import Client
import Foundation
package import Reading
package import Shared

/// Every path of the site, as UX.md section 2 lists them; `:names` stand for what links fill in.
package enum SitePath: String {
    case enter = "/enter"
    case asset = "/assets/:name"
    case start = "/"
    case welcome = "/welcome"
    case endExample = "/example/end"
    /// Whatever else is asked for where there is no home yet.
    case anyOther = "/**"
    case keyboard = "/keyboard"
    /// Texts that are written often, of this home.
    case snippets = "/snippets"
    case audits = "/audits"
    case join = "/audits/join"
    case bundle = "/audits/join/bundle"
    case audit = "/audits/:audit"
    case states = "/audits/:audit/states"
    case state = "/audits/:audit/states/:component/:environment/:state"
    case details = "/audits/:audit/states/:component/:environment/:state/details/:criterion"
    case check = "/audits/:audit/states/:component/:environment/:state/check"
    case copy = "/audits/:audit/states/:component/:environment/:state/copy"
    case history = "/audits/:audit/states/:component/:environment/:state/history/:criterion"
    case failure = "/audits/:audit/states/:component/:environment/:state/failure/:criterion"
    case unsaved = "/audits/:audit/states/:component/:environment/:state/unsaved"
    case attach = "/audits/:audit/states/:component/:environment/:state/evidence"
    case phone = "/audits/:audit/states/:component/:environment/:state/phone"
    case evidence = "/audits/:audit/evidence/:hash"
    case evidenceBytes = "/audits/:audit/evidence/:hash/file"
    case overview = "/audits/:audit/overview"
    case conflicts = "/audits/:audit/conflicts"
    case rules = "/audits/:audit/lead/rules"
    case signOff = "/audits/:audit/lead/sign-off"
    case agreement = "/audits/:audit/lead/agreement"
    case secondOpinions = "/audits/:audit/lead/second-opinions"
    case rounds = "/audits/:audit/lead/rounds"
    case fieldChecks = "/audits/:audit/lead/checks"
    case devices = "/audits/:audit/lead/devices"
    case ownDevices = "/audits/:audit/devices"
    case device = "/audits/:audit/devices/:device"
    case withdrawal = "/audits/:audit/conflicts/:component"
    case conflict = "/audits/:audit/conflicts/:component/:environment/:state"
    case plan = "/audits/:audit/plan"
    case planAdding = "/audits/:audit/plan/add"
    case planFile = "/audits/:audit/plan/add/file"
    case planComponent = "/audits/:audit/plan/components/:component"
    case planScreen = "/audits/:audit/plan/screen"
    case paper = "/audits/:audit/paper"
    case search = "/audits/:audit/search"
    case catalogue = "/audits/:audit/catalogue"
    case repinning = "/audits/:audit/catalogue/other"
    case control = "/audits/:audit/catalogue/:control/:platform"
    case people = "/audits/:audit/people"
    case sync = "/audits/:audit/sync"
    case news = "/audits/:audit/news"
    case quarantine = "/audits/:audit/quarantine"
    case session = "/audits/:audit/session"
    case export = "/audits/:audit/export/:format"
    case events = "/audits/:audit/events"

    /// Whether an address is this path, or goes on where its first `:name` stands.
    package func covers(_ address: String) -> Bool {
        guard let name = rawValue.firstIndex(of: ":") else { return address == rawValue }
        return address.hasPrefix(rawValue[..<name])
    }

    /// The path with values, escaped, in the places of its `:names`, in their order.
    fileprivate func link(_ values: String...) -> String {
        var values = values[...]
        return rawValue.split(separator: "/").map { segment in
            let value = segment.hasPrefix(":") ? values.popFirst().map(Address.escaped) : nil
            return "/\(value ?? String(segment))"
        }.joined()
    }

    /// The path of a component state, with the round where it is not the current one.
    ///
    /// - Parameter more: What the path has besides.
    fileprivate func link(
        to state: StateID, in view: AuditView, _ more: String = ""
    ) -> String {
        let round = state.round == view.plan.currentRound ? "" : "?round=\(state.round)"
        return link(
            view.audit.hex, state.component.hex, view.environmentName(state.environment),
            state.state, more) + round
    }

    fileprivate func link(to place: StatePlace) -> String { link(to: place.id, in: place.view) }
}

/// The links to what the site has.
package enum Address {
    package static let start = SitePath.start.rawValue
    package static let welcome = SitePath.welcome.rawValue
    package static let audits = SitePath.audits.rawValue
    package static let join = SitePath.join.rawValue
    static let keyboard = SitePath.keyboard.rawValue
    static let snippets = SitePath.snippets.rawValue

    package static func entry(_ token: String) -> String {
        "\(SitePath.enter.rawValue)?token=\(token)"
    }
    package static func audit(_ audit: AuditID) -> String { SitePath.audit.link(audit.hex) }
    static func audit(_ audit: AuditID, showing filter: AuditFilter) -> String {
        Self.audit(audit) + query(filter.fields)
    }
    static func plan(_ audit: AuditID) -> String { SitePath.plan.link(audit.hex) }
    static func people(_ audit: AuditID) -> String { SitePath.people.link(audit.hex) }
    static func states(_ audit: AuditID) -> String { SitePath.states.link(audit.hex) }
    static func overview(_ audit: AuditID) -> String { SitePath.overview.link(audit.hex) }
    static func rules(_ audit: AuditID) -> String { SitePath.rules.link(audit.hex) }
    static func signOff(_ audit: AuditID) -> String { SitePath.signOff.link(audit.hex) }
    static func agreement(_ audit: AuditID) -> String { SitePath.agreement.link(audit.hex) }
    static func secondOpinions(_ audit: AuditID) -> String {
        SitePath.secondOpinions.link(audit.hex)
    }
    static func rounds(_ audit: AuditID) -> String { SitePath.rounds.link(audit.hex) }
    static func fieldChecks(_ audit: AuditID) -> String { SitePath.fieldChecks.link(audit.hex) }
    static func conflicts(_ audit: AuditID) -> String { SitePath.conflicts.link(audit.hex) }
    /// Where a file is read that names components.
    static func planFile(_ audit: AuditID) -> String { SitePath.planFile.link(audit.hex) }
    /// Where one component of the plan is changed.
    static func plan(_ component: ComponentID, of audit: AuditID) -> String {
        SitePath.planComponent.link(audit.hex, component.hex)
    }
    /// Where a screen is renamed and copied; its name is no part of the path, or a slash would be.
    static func plan(screen name: String, of audit: AuditID) -> String {
        SitePath.planScreen.link(audit.hex) + query([("screen", name)])
    }
    /// Where components are added, many at once.
    static func planAdding(_ audit: AuditID) -> String { SitePath.planAdding.link(audit.hex) }
    /// What there is to test, to be printed.
    static func paper(_ audit: AuditID) -> String { SitePath.paper.link(audit.hex) }
    static func search(_ audit: AuditID) -> String { SitePath.search.link(audit.hex) }
    static func catalogue(_ audit: AuditID) -> String { SitePath.catalogue.link(audit.hex) }
    static func repinning(_ audit: AuditID) -> String { SitePath.repinning.link(audit.hex) }
    package static func sync(_ audit: AuditID) -> String { SitePath.sync.link(audit.hex) }
    /// What concerns whoever looks, and where she says that she has seen it.
    static func news(_ audit: AuditID) -> String { SitePath.news.link(audit.hex) }
    /// The devices of whoever looks.
    package static func ownDevices(_ audit: AuditID) -> String {
        SitePath.ownDevices.link(audit.hex)
    }
    /// Where one device is ended.
    static func device(_ audit: AuditID, _ replica: ReplicaID) -> String {
        SitePath.device.link(audit.hex, replica.hex)
    }
    static func devices(_ audit: AuditID) -> String { SitePath.devices.link(audit.hex) }
    /// What the server keeps for the leads.
    static func quarantine(_ audit: AuditID) -> String { SitePath.quarantine.link(audit.hex) }
    static func session(_ audit: AuditID) -> String { SitePath.session.link(audit.hex) }
    static func events(_ audit: AuditID) -> String { SitePath.events.link(audit.hex) }

    static func state(_ state: StateID, in view: AuditView) -> String {
        SitePath.state.link(to: state, in: view)
    }
    static func conflict(_ state: StateID, in view: AuditView) -> String {
        SitePath.conflict.link(to: state, in: view)
    }
    /// The page of a component state with the details of one criterion open.
    static func state(_ place: StatePlace, opening criterion: Criterion) -> String {
        place.address.adding("details=\(escaped(criterion.id))")
            + "#c-\(criterion.lastingShortID)"
    }
    /// Where findings are copied to a component state from others.
    static func copy(_ place: StatePlace) -> String { SitePath.copy.link(to: place) }
    /// What was said of one criterion there, by the end of its address that stays.
    static func history(_ anchor: String, of state: StateID, in view: AuditView) -> String {
        SitePath.history.link(to: state, in: view, anchor)
    }
    /// Where a failure of one criterion is recorded on other component states too.
    static func sameFailure(_ anchor: String, of place: StatePlace) -> String {
        SitePath.failure.link(to: place.id, in: place.view, anchor)
    }
    static func attach(_ place: StatePlace) -> String { SitePath.attach.link(to: place) }
    static func pairing(_ place: StatePlace) -> String { SitePath.phone.link(to: place) }

    /// Where a phone is let in to send files to one criterion.
    package static func phone(_ place: StatePlace, _ criterion: String) -> String {
        let link = pairing(place)
        return "\(link)\(link.contains("?") ? "&" : "?")criterion=\(escaped(criterion))"
    }

    /// What stands beside the withdrawal of a component.
    static func conflict(_ component: ComponentID, of audit: AuditID) -> String {
        SitePath.withdrawal.link(audit.hex, component.hex)
    }
    static func evidence(_ audit: AuditID, _ hash: String) -> String {
        SitePath.evidence.link(audit.hex, hash)
    }
    /// A file as one finding has it.
    static func evidence(_ item: EvidenceItem, in view: AuditView) -> String {
        "\(evidence(view.audit, item.hash.hex))"
            + "?state=\(escaped(item.state))&criterion=\(escaped(item.criterion))"
    }
    /// The bytes of a file, for a picture on a page.
    static func evidenceBytes(_ audit: AuditID, _ hash: String) -> String {
        SitePath.evidenceBytes.link(audit.hex, hash)
    }
    static func catalogue(_ audit: AuditID, _ control: String, _ platform: String) -> String {
        SitePath.control.link(audit.hex, control, platform)
    }
    static func export(_ audit: AuditID, _ format: String) -> String {
        SitePath.export.link(audit.hex, format)
    }

    /// The end of an address with what is not empty of some fields; empty for nothing.
    static func query(_ fields: [(name: String, value: String)]) -> String {
        let query = fields.filter { !$0.value.isEmpty }.map { "\($0.name)=\(escaped($0.value))" }
        return query.isEmpty ? "" : "?\(query.joined(separator: "&"))"
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension StatePlace {
    package var address: String { Address.state(id, in: view) }
}

extension AuditView {
    /// What a record is called on a page, and where its page is.
    func place(of key: RecordKey) -> (title: String, address: String) {
        switch key {
        case .plan: return ("Plan", Address.audit(audit))
        case .component(_, let id):
            return (components[id]?.label ?? "Component", Address.audit(audit))
        case .state(_, let id):
            let label = components[id.component]?.label ?? "Component"
            return ("\(label): \(id.state)", Address.state(id, in: self))
        case .other: return ("Record of a later version", Address.audit(audit))
        }
    }
}
