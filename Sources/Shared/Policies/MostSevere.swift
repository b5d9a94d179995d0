extension PolicyMethod {
    static let mostSevere = PolicyMethod(
        id: "most-severe",
        summary:
            "The gravest verdict holds: failures by severity, then cantTell, passed, inapplicable.",
        settle: { judgements, _ in
            let values = Set(judgements.compactMap(\.value.judgement))
            let gravest = values.map(\.gravity).max()
            let candidates = values.filter { $0.gravity == gravest }
            guard let only = candidates.first, candidates.count == 1 else {
                return .fallsThrough(why: "different verdicts are equally grave")
            }
            return .settled(only)
        })
}

extension Judgement {
    /// How grave it is, from 0 for inapplicable to 6 for a critical failure.
    package var gravity: Int {
        switch self {
        case .failed(.critical, _): 6
        case .failed(.serious, _): 5
        case .failed(.moderate, _): 4
        case .failed(.minor, _): 3
        case .cantTell: 2
        case .passed: 1
        case .inapplicable: 0
        }
    }
}
