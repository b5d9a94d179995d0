import Shared

extension AgreementEstimate {
    /// With two decimals, or why there is none.
    package var words: String {
        switch self {
        case .value(let value, _): Self.decimal(value)
        case .notEnough(let shortage): shortage.words
        }
    }

    /// Such as `0.67 to 0.82`, or why there is none.
    package var rangeWords: String {
        switch self {
        case .notEnough: "Not enough"
        case .value(1, _): "Nobody differs"
        case .value(_, nil): "Not enough: it hangs on one component state"
        case .value(_, let range?):
            "\(Self.decimal(range.lowerBound)) to \(Self.decimal(range.upperBound))"
        }
    }

    /// With two decimals in every language, and a minus that is read as one.
    package static func decimal(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let rest = String(abs(hundredths) % 100)
        return "\(hundredths < 0 ? "\u{2212}" : "")\(abs(hundredths) / 100)."
            + (rest.utf8.count < 2 ? "0" : "") + rest
    }
}

extension AgreementEstimate.Shortage {
    package var words: String {
        switch self {
        case .few:
            "Not enough: \([RatedUnit].unitsMin) findings on \([RatedUnit].placesMin) component "
                + "states needed"
        case .oneValue: "Not enough: all verdicts are one"
        }
    }
}

extension TesterAgreement.Measure {
    package var sameWords: String {
        TesterAgreement.share(same, of: findings, in: states)
    }

    /// Such as `33 of 51`.
    package var failedWords: String { "\(allFailed) of \(anyFailed)" }
}

extension TesterAgreement.Pair {
    package var sameWords: String { TesterAgreement.share(same, of: findings, in: states) }
}

extension TesterAgreement.Differing {
    /// Such as `failed 5, passed 7`.
    package var sides: String {
        let sides = Outcome.allCases.compactMap { outcome in
            outcomes[outcome].map { (count: $0, words: "\(outcome.plainWords) \($0)") }
        }
        // Of equal ones that which comes first among outcomes, as the sort keeps no order.
        return sides.enumerated().sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }.map(\.element.words).joined(separator: ", ")
    }
}

extension TesterAgreement {
    /// Such as `94.8 %`; counts where that would say more than is known.
    fileprivate static func share(_ same: Int, of findings: Int, in states: Int) -> String {
        guard findings >= [RatedUnit].unitsMin, states >= [RatedUnit].placesMin else {
            return "\(same) of \(findings)"
        }
        let tenths = (same * 1000 + findings / 2) / findings
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// What was left out, each as a number and what it is a number of; those that are none too.
    package var leftOutWords: [(count: Int, what: String)] {
        var words = [
            (leftOut.single, "judged by one person alone"),
            (
                leftOut.dependent,
                "a verdict was given in knowledge of another, \(leftOut.agreed) of them the same "
                    + "one (“Agree instead”)"
            ),
            (leftOut.withdrawn, "withdrawn"),
        ]
        if leftOut.unclear > 0 {
            words.append(
                (
                    leftOut.unclear,
                    "nothing shows whose a verdict is, or a later version knows what it says"
                ))
        }
        return words.map { (count: $0.0, what: $0.1) }
    }

    /// Verdicts that are left out of findings that count; nil for none.
    package var besidesWords: String? {
        guard leftOut.besides > 0 else { return nil }
        let count = counted(leftOut.besides, "further verdict")
        return "\(count) on findings that are counted \(leftOut.besides == 1 ? "was" : "were") "
            + "given in knowledge of another and \(leftOut.besides == 1 ? "is" : "are") not."
    }

    /// What verdicts that cannot tell make of it; nil where there are none.
    package var cantTellWords: String? {
        guard cantTell > 0 else { return nil }
        let count = counted(cantTell, "verdict")
        let said =
            "\(count) “can’t tell” \(cantTell == 1 ? "is" : "are") counted as "
            + (cantTell == 1 ? "a verdict of its own." : "verdicts of their own.")
        guard let value = withoutCantTell.value, whole.alpha.value != nil else { return said }
        return "\(said) Without \(cantTell == 1 ? "it" : "them") alpha is "
            + "\(AgreementEstimate.decimal(value))."
    }

    package var severityWords: String {
        guard failures.findings > 0 else { return "No finding was failed by all who judged it." }
        return "\(counted(failures.findings, "finding")): the same severity on "
            + "\(failures.sameSeverity), one step apart on \(failures.oneStepApart), more on "
            + "\(failures.furtherApart). Whose defect: the same on \(failures.sameAttribution)."
    }
}

extension Outcome {
    /// As it stands within a sentence.
    fileprivate var plainWords: String {
        switch self {
        case .cantTell: "can’t tell"
        case .passed, .failed, .inapplicable, .untested: rawValue
        }
    }
}
