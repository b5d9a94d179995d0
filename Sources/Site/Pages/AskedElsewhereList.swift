import Reading
import Shared

/// Criteria that can be judged on a component state and are asked somewhere else, by where.
struct AskedElsewhereList: Sendable {
    let asked: [Group]
    let elsewhereCount: String

    struct Group: Sendable {
        let reason: String
        var links: [PageFrame.Link]
    }

    /// Nil where there is none.
    init?(_ place: StatePlace, without shown: [Criterion]) {
        let isShown = Set(shown.map(\.id))
        var groups: [Group] = []
        for case (let criterion, let elsewhere?) in place.possibleElsewhere
        where !isShown.contains(criterion.id) && place.canRecord {
            let reason = elsewhere.words(in: place)
            let link = PageFrame.Link(
                criterion.statement, Address.state(place, opening: criterion))
            if let index = groups.firstIndex(where: { $0.reason == reason }) {
                groups[index].links.append(link)
            } else {
                groups.append(Group(reason: reason, links: [link]))
            }
        }
        guard !groups.isEmpty else { return nil }
        asked = groups
        elsewhereCount = counted(
            groups.map(\.links.count).reduce(0, +), "criterion", plural: "criteria")
    }
}

extension AskedElsewhere {
    fileprivate func words(in place: StatePlace) -> String {
        switch self {
        case .nowhere: "Advisory: this audit asks what is normative"
        case .technologies(let kinds):
            "Asked with "
                + AuditView.list(
                    place.platform.technologies.filter { kinds.contains($0.kind) }.map(\.title))
        case .state(let state): "Asked once, in the state “\(state.title)”"
        case .screen: "Asked once of the whole screen"
        }
    }
}
