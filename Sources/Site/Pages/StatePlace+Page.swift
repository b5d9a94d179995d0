import Client
import Foundation
package import Reading
package import Shared

extension StatePlace {
    package init(_ request: PageRequest, in context: PageContext) throws {
        try self.init(Names(request), in: context)
    }

    /// Finds what an address names, or throws `PageError.notFound`.
    init(_ names: Names, in context: PageContext) throws {
        guard let audit = AuditID(hex: names.audit) else { throw PageError.notFound }
        let view = try context.view(of: audit)
        let environment = view.plan.environments.values.first { $0.plain == names.environment }
        guard let id = ComponentID(hex: names.component), let environment else {
            throw PageError.notFound
        }
        let state = StateID(
            component: id, environment: environment.id,
            round: names.round ?? view.plan.currentRound, state: names.state)
        try self.init(state, of: view, in: context)
    }

    /// - Throws: `PageError.notFound` for what the plan or the catalogue does not have.
    package init(_ id: StateID, of view: AuditView, in context: PageContext) throws {
        let order = try view.workOrder(context.catalogue(of: view))
        guard let place = order.place(id) else { throw PageError.notFound }
        self = place
    }

    /// Says of it what is another than on a state that leads to it: state, platform or component.
    func link(from other: StatePlace) -> PageFrame.Link {
        var title = state.title
        if component.id != other.component.id {
            title = "\(component.label), \(title.lowercased())"
        } else if environment != other.environment {
            title += ", \(environment.platformWord)"
        }
        return PageFrame.Link(title, address)
    }

    /// What a criterion's id stands for, without the stop at its end.
    func statement(of id: String) -> String {
        let statement = possible.first { $0.id == id }?.statement ?? id
        return statement.hasSuffix(".") ? String(statement.dropLast()) : statement
    }

    /// Such as `Menu on the Accounts screen`.
    var whereabouts: String { "\(control.title) on the \(component.screen) screen" }
}

extension StatePlace.Names {
    /// Reads the path of a component state's page; nil for another page's.
    init?(path: String) {
        let parts = path.split(separator: "?", maxSplits: 1)
        let segments = (parts.first ?? "").split(separator: "/").map {
            String($0).removingPercentEncoding ?? String($0)
        }
        guard segments.count == 6, segments[0] == "audits", segments[2] == "states" else {
            return nil
        }
        audit = segments[1]
        component = segments[3]
        environment = segments[4]
        state = segments[5]
        let query = parts.count > 1 ? parts[1] : ""
        round =
            query.split(separator: "&").filter { $0.hasPrefix("round=") }
            .compactMap { UInt32($0.dropFirst("round=".count)) }.first
    }
}

extension Sequence<StatePlace> {
    /// Each environment once, in their order, in the words that tell them apart.
    var environments: [(environment: Environment, title: String)] {
        let all = map(\.environment).reduce(into: [Environment]()) {
            if $0.last != $1 { $0.append($1) }
        }
        return all.map { (environment: $0, title: $0.words(among: all)) }
    }
}

extension StateItem {
    /// Such as `Android with TalkBack`.
    func environmentWords(in view: AuditView) -> String {
        view.plan.environments[id.environment]?.sentence ?? environment
    }

    /// The state's title in the middle of a sentence; nil for what the catalogue does not have.
    func stateWord(_ catalogue: Catalogue, in view: AuditView) -> String? {
        component.flatMap { catalogue.control($0.control) }?
            .platform(view.plan.environments[id.environment]?.platform ?? "")?
            .state(id.state)?.title.lowercased()
    }
}

extension StateCounts {
    /// Such as `5 of 7 judged`.
    var judgedWords: String { "\(judged) of \(total) judged" }

    /// The most urgent that holds, as shape and words.
    var mark: Badge {
        switch worst {
        case .challenged: .challenged
        case .conflict: .conflict()
        case .contested: .conflict("Withdrawal contested")
        case .failed: counted(.failed)
        case .cantTell: counted(.cantTell)
        case .untested: Badge(.untested)
        case .started: Badge(.untested, "\(judged) of \(total)")
        case .passed: Badge(.passed)
        case .inapplicable: Badge(.inapplicable)
        }
    }

    private func counted(_ outcome: Outcome) -> Badge {
        Badge(outcome, "\(counts[outcome]) \(outcome.countedWord)")
    }

    /// The same shape with how many criteria are judged: `3/9`.
    var countMark: Badge { Badge(tone: mark.tone, symbol: mark.symbol, text: "\(judged)/\(total)") }
}
