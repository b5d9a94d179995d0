package import Reading
import Shared

extension [WorkEvent] {
    /// A sentence or two each; what one person gives to test is counted, not listed.
    package func lines(in view: AuditView) -> [String] {
        let given = Dictionary(grouping: filter { $0.kind == .assigned }, by: \.person)
        var told: Set<PersonID?> = []
        return gathered().compactMap { one in
            guard one.kind == .assigned, let count = given[one.person]?.count, count > 1
            else { return one.words(in: view) }
            guard told.insert(one.person).inserted else { return nil }
            let who = one.person.map(view.plan.name(of:)) ?? "Somebody"
            return "\(who) asks you to test \(count) things: accord list --untested --mine"
        }
    }
}

extension [WorkEvent] {
    /// The same with all that one person took away in one place as one.
    package func gathered() -> [WorkEvent] {
        var gathered: [WorkEvent] = []
        var removed: [Place: (index: Int, count: Int)] = [:]
        for one in self {
            guard one.kind == .removed else {
                gathered.append(one)
                continue
            }
            let place = Place(person: one.person, key: one.key, criterion: one.criterion)
            let known = removed[place] ?? (gathered.count, 0)
            removed[place] = (known.index, known.count + 1)
            if known.count == 0 {
                gathered.append(one)
            } else if known.count < Self.quotesMax {
                gathered[known.index].reason += "; \(one.reason)"
            } else if known.count == Self.quotesMax {
                gathered[known.index].reason += "; and more"
            }
        }
        return gathered
    }

    private struct Place: Hashable {
        let person: PersonID?
        let key: RecordKey
        let criterion: String
    }

    private static var quotesMax: Int { 10 }
}

extension WorkEvent {
    /// All of it in sentences: who did what to what of hers, why, and what comes next.
    ///
    /// - Parameter named: How whoever reads it calls the place; nil for its name in commands.
    package func words(in view: AuditView, at named: String? = nil) -> String {
        let place = named ?? place(in: view)
        let who = person.map(view.plan.name(of:)) ?? "Somebody"
        let why = reason.isEmpty ? "" : " Reason: \(reason)"
        switch kind {
        case .withdrawn: return withdrawnWords(who, place) + why
        case .lifted:
            return "Your withdrawal of \(place) stands no longer: a lead turned it down, "
                + "or you took it back on another device. What it covered counts again."
        case .replaced:
            return "\(who) put another withdrawal in the place of yours of \(place)."
                + why
        case .overruled:
            return "\(who) decided otherwise than you on \(place); your verdict is kept "
                + "beside it." + why
        case .repinned:
            return
                "\(who) pinned another catalogue, \(reason): this audit is judged by it from now "
                + "on. Your findings stay with their criteria. What is new: accord list --untested"
        case .disagreed:
            return "\(who) disagrees with you on \(place): \(reason). Both verdicts stay "
                + "until a rule or a lead settles it."
        case .decided:
            return "\(who) decided as you judged on \(place)." + why
        case .challenged:
            return
                "Your verdict challenges a decision of \(who) on \(place), which stays "
                + "in effect until a lead looks again." + why
        case .assigned: return "\(who) asks you to test \(place)."
        case .round:
            return "\(who) began round \(reason): what was found before stays in its round."
        case .signed: return "\(who) signed round \(reason): accord audit show"
        case .signedSince: return "\(who) signed round \(reason)"
        case .mentioned: return "\(who) mentioned you on \(place): “\(reason)”"
        case .removed:
            return "\(who) took away or replaced what you wrote on \(place): \(reason). "
                + "You have it still: accord log"
        case .unplaced:
            return "Something stands in your name on \(place) that came by no device known to be "
                + "yours; \(who) adopted it. It takes nothing of yours away. If it is not yours, "
                + "judge there again or tell \(who)."
        case .waiting:
            return "Work that was set aside waits for the leads (\(reason)): accord quarantine list"
        case .renamed:
            return "What you added as “\(reason)” is what \(who) calls “\(place)”: what you "
                + "recorded on it is there. If it is another control, add that once more."
        case .quarantined, .rejected, .adopted, .discarded:
            return outcomeWords(who, place) + (kind == .adopted ? "" : why)
        }
    }

    /// What the server and leads made of a change of hers.
    private func outcomeWords(_ who: String, _ place: String) -> String {
        let what = "what you wrote on \(place)"
        if kind == .quarantined {
            return "The server set aside \(what). It is not lost and waits for a lead."
        }
        if kind == .rejected {
            return "The server did not take \(what). It is not lost: accord log --not-accepted"
        }
        return kind == .adopted
            ? "\(who) adopted \(what), which the server had set aside: it counts."
            : "\(who) discarded \(what), which the server had set aside; you still have it."
    }

    private func withdrawnWords(_ who: String, _ place: String) -> String {
        let stay = "\(standing.words) \(standing.isOne ? "stays" : "stay")"
        guard !taken.isEmpty else {
            return "\(who) wants to withdraw \(place); \(stay) until a lead decides."
        }
        let rest = standing.isEmpty ? "" : " \(stay) beside that until a lead decides."
        return "\(who) withdrew \(taken.words): \(place).\(rest)"
    }

    /// Where it is, as commands name it: `state-open on Accounts/Options@ios-…-18:open`.
    package func place(in view: AuditView) -> String {
        let record = view.name(of: key)
        guard !criterion.isEmpty else { return record }
        return "\(Criterion.short(criterion)) on \(record)"
    }
}

extension WorkEvent.Amount {
    fileprivate var isOne: Bool { findings + entries == 1 }

    /// Such as `3 of your findings and 1 of your entries`.
    fileprivate var words: String {
        let parts = [(findings, "findings"), (entries, "entries")].filter { $0.0 > 0 }
        return AuditView.list(parts.map { "\($0.0) of your \($0.1)" })
    }
}
