import Shared

extension WorkEvent.Kind {
    /// How it is stored.
    var code: Int64 {
        switch self {
        case .withdrawn: 1
        case .lifted: 2
        case .replaced: 3
        case .overruled: 4
        case .repinned: 5
        case .disagreed: 6
        case .decided: 7
        case .challenged: 8
        case .assigned: 9
        case .round: 10
        case .mentioned: 11
        case .quarantined: 12
        case .rejected: 13
        case .adopted: 14
        case .discarded: 15
        case .removed: 16
        case .unplaced: 17
        case .waiting: 18
        case .renamed: 19
        case .signed: 20
        case .signedSince: 21
        }
    }

    /// Nil for one of a later version.
    init?(code: Int64) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }

    enum Search { case eachTime, inWhatChanged, inWhatCame, once }

    /// Where it is found again as long as it holds; what happened once stays true.
    var isLookedFor: Search {
        switch self {
        case .repinned, .round, .quarantined, .rejected, .adopted, .discarded, .waiting, .signed:
            .eachTime
        case .withdrawn, .overruled, .disagreed, .decided, .challenged: .inWhatChanged
        case .assigned, .mentioned, .unplaced, .renamed: .inWhatCame
        case .lifted, .replaced, .removed, .signedSince: .once
        }
    }
}

extension Record {
    /// Whether somebody may be named or given something to do in what lives here, or have
    /// something in her name that she did not write, or whether what she added may be called
    /// otherwise.
    var mayConcernSomebody: Bool {
        if case .component = key,
            FieldName.componentNames.contains(where: { siblings(of: FieldID($0)).count > 1 })
        {
            return true
        }
        return changes.contains { entry in
            if entry.change.unplacedOrigin != nil { return true }
            return entry.live.contains { index in
                let write = entry.change.body.writes[index]
                switch write.field.name {
                case .assignee: return true
                case .comment: return write.value?.text?.contains("@") == true
                default: return false  // open set: all other registers
                }
            }
        }
    }
}
