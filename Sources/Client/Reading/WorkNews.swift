package import Shared

/// What somebody else did with this person's work.
///
/// She is told at her next sync, and `accord status` and the pages list it until she has seen it.
package struct WorkNews: Hashable, Sendable {
    package let kind: Kind
    /// 16 bytes that are the same whenever the same is found.
    package let fact: [UInt8]
    /// The key of the component or component state that it is about.
    package let key: RecordKey
    /// The criterion's full id; empty where it is about the record as a whole.
    package let criterion: String
    /// Who did it; nil where the record tells no more.
    package let person: PersonID?
    /// In that person's words; empty where none are known.
    package let reason: String
    /// How much of her live work is taken back by it.
    package let taken: Amount
    /// How much of her live work stands beside it until a lead decides.
    package let standing: Amount

    /// What was done.
    package enum Kind: String, CaseIterable, Sendable {
        /// Somebody withdrew what she had recorded, or a place where she had recorded.
        case withdrawn
        /// Her own withdrawal was taken back.
        case lifted
        /// Somebody's withdrawal took the place of hers.
        case replaced
        /// A lead decided otherwise than she had judged.
        case overruled
    }

    /// How much of her work.
    package struct Amount: Hashable, Sendable {
        /// Criteria of component states.
        package var findings = 0
        /// Writes of a record as a whole, such as a label or who is to do it.
        package var entries = 0

        var isEmpty: Bool { findings + entries == 0 }
    }

    init(
        _ kind: Kind, _ fact: [UInt8], of key: RecordKey, criterion: String, by person: PersonID?,
        reason: String, taken: Amount = Amount(), standing: Amount = Amount()
    ) {
        self.kind = kind
        self.fact = fact
        self.key = key
        self.criterion = criterion
        self.person = person
        self.reason = reason
        self.taken = taken
        self.standing = standing
    }
}

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
