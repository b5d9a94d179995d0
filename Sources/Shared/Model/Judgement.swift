/// What one person says of one criterion; severity and attribution exist only with `failed`.
package enum Judgement: Hashable, Sendable {
    case passed
    case failed(Severity, Attribution)
    case cantTell
    case inapplicable

    package var outcome: Outcome {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .cantTell: .cantTell
        case .inapplicable: .inapplicable
        }
    }

    package var severity: Severity? {
        if case .failed(let severity, _) = self { severity } else { nil }
    }

    package var attribution: Attribution? {
        if case .failed(_, let attribution) = self { attribution } else { nil }
    }
}

/// EARL's words for the result of one criterion; nothing recorded is `untested`.
package enum Outcome: String, CaseIterable, Sendable {
    case passed, failed, cantTell, inapplicable, untested
}

/// How much a failure harms, in axe's words; sorted from least to most.
package enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
    case minor, moderate, serious, critical

    package static func < (left: Self, right: Self) -> Bool {
        Self.allCases.firstIndex(of: left) ?? 0 < Self.allCases.firstIndex(of: right) ?? 0
    }
}

/// Whose defect a failure is: the audited app's or the platform's.
package enum Attribution: String, CaseIterable, Sendable {
    case app, platform
}
