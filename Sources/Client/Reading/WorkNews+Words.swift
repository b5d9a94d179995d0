import Shared

extension WorkNews {
    /// All of it in sentences: who did what to what of hers, why, and what comes next.
    package func words(in view: AuditView) -> String {
        let who = person.map(view.plan.name(of:)) ?? "Somebody"
        let why = reason.isEmpty ? "" : " Reason: \(reason)"
        switch kind {
        case .withdrawn: return withdrawnWords(who, in: view) + why
        case .lifted:
            return "Your withdrawal of \(place(in: view)) stands no longer: a lead turned it down, "
                + "or you took it back on another device. What it covered counts again."
        case .replaced:
            return "\(who) put another withdrawal in the place of yours of \(place(in: view))."
                + why
        case .overruled:
            return "\(who) decided otherwise than you on \(place(in: view)); your verdict is kept "
                + "beside it." + why
        }
    }

    private func withdrawnWords(_ who: String, in view: AuditView) -> String {
        guard !taken.isEmpty else {
            return "\(who) wants to withdraw \(place(in: view)); \(standing.words) stay"
                + "\(standing.isOne ? "s" : "") until a lead decides."
        }
        let rest =
            standing.isEmpty
            ? ""
            : " \(standing.words) stay\(standing.isOne ? "s" : "") beside "
                + "that until a lead decides."
        return "\(who) withdrew \(taken.words): \(place(in: view)).\(rest)"
    }

    /// Where it is, as commands name it: `state-open on Accounts/Options@ios-…-18:open`.
    package func place(in view: AuditView) -> String {
        let record = view.name(of: key)
        guard !criterion.isEmpty else { return record }
        return "\(criterion.split(separator: ".", maxSplits: 2).last ?? "") on \(record)"
    }
}

extension WorkNews.Amount {
    fileprivate var isOne: Bool { findings + entries == 1 }

    /// Such as `3 of your findings and 1 of your entries`.
    fileprivate var words: String {
        let parts = [(findings, "findings"), (entries, "entries")].filter { $0.0 > 0 }
        return AuditView.list(parts.map { "\($0.0) of your \($0.1)" })
    }
}
