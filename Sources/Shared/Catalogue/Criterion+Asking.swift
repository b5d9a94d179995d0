extension Criterion.Asking {
    /// How often testers are asked, such as `once a component`.
    package var words: String {
        switch self {
        case .eachState: "in each state"
        case .onceAComponent: "once a component"
        case .onceAScreen(let control): "once a screen, of the control \(control)"
        }
    }
}

extension Criterion {
    /// The kinds of technology it is judged with, and those that stand in for them.
    package var kindWords: String {
        let kinds = kinds.joined(separator: ", ")
        guard !standIns.isEmpty else { return kinds }
        return "\(kinds); where an audit plans none of that, \(standIns.joined(separator: ", "))"
    }
}
