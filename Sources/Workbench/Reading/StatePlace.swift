import Client
import Foundation
import Presentation
import Shared

/// One component state of an audit with all that its page needs to name it.
struct StatePlace {
    let view: AuditView
    let id: StateID
    let component: Component
    let control: Control
    let environment: Environment
    let platform: ControlPlatform
    let state: ControlState
    /// Judged here, in the catalogue's order.
    let criteria: [Criterion]

    /// Finds what an address names.
    ///
    /// - Throws: `PageTrouble.notFound`.
    init(_ names: Names, in desk: Desk) throws {
        guard let audit = AuditID(hex: names.audit),
            try desk.client.store.plan(audit) != nil
        else { throw PageTrouble.notFound }
        let view = try desk.client.view(audit)
        guard let id = ComponentID(hex: names.component), let component = view.components[id],
            let environment = view.plan.environments.values.first(where: {
                $0.plain == names.environment
            })
        else { throw PageTrouble.notFound }
        let state = StateID(
            component: id, environment: environment.id,
            round: names.round ?? view.plan.currentRound, state: names.state)
        guard let place = StatePlace(state, component, environment, view, desk.catalogue) else {
            throw PageTrouble.notFound
        }
        self = place
    }

    /// Nil for a state or control that the catalogue does not have.
    init?(
        _ id: StateID, _ component: Component, _ environment: Environment, _ view: AuditView,
        _ catalogue: Catalogue
    ) {
        guard let control = catalogue.control(component.control),
            let platform = control.platform(environment.platform),
            let state = platform.state(id.state)
        else { return nil }
        self.view = view
        self.id = id
        self.component = component
        self.control = control
        self.environment = environment
        self.platform = platform
        self.state = state
        let all = platform.criteria(in: state, enabled: view.plan.enabledCriteria)
        criteria =
            environment.assistiveTechnology == "keyboard"
            ? all.filter { $0.category == .keyboard } : all
    }

    var address: String { Address.state(id, in: view) }

    /// Such as `Account options: collapsed`.
    var title: String { "\(component.label): \(state.title.lowercased())" }

    /// Whether whoever looks may record here.
    var canRecord: Bool { view.role != .reader && id.round == view.plan.currentRound }
}

extension Environment {
    /// Such as `Android with TalkBack`.
    var sentence: String {
        assistiveTechnology == "none"
            ? platformWord : "\(platformWord) with \(assistiveTechnologyWord)"
    }

    /// Such as `iOS`.
    var platformWord: String { Self.platformWord(of: platform) }

    private var assistiveTechnologyWord: String {
        switch assistiveTechnology {
        case "voiceover": "VoiceOver"
        case "talkback": "TalkBack"
        case "keyboard": "a keyboard"
        case "switch": "a switch"
        default: assistiveTechnology  // open set: words of the plan
        }
    }
}
