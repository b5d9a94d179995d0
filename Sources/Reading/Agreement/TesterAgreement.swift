package import Shared

/// How often testers say the same of the same findings.
package struct TesterAgreement: Sendable {
    /// Which verdicts count.
    package enum Basis: String, CaseIterable, Sendable {
        /// Those whose form had shown no verdict of anybody else and no decision.
        case independent
        case all
    }

    package let basis: Basis
    /// The rounds of the findings, ascending.
    package let rounds: [UInt32]
    package let whole: Measure
    /// The same without verdicts that cannot tell, and how many there are.
    package let withoutCantTell: AgreementEstimate
    package let cantTell: Int
    /// Those with the highest alpha first; then those of which nothing can be said, by their id.
    package let controls: [Control]
    /// Those with most findings first.
    package let pairs: [Pair]
    /// Those on which somebody differs, most of it first.
    package let criteria: [Differing]
    package let failures: Failures
    package let leftOut: LeftOut

    /// Findings that two or more judged, in numbers.
    package struct Measure: Hashable, Sendable {
        package let findings: Int
        package let states: Int
        /// All of whose verdicts are the same, but for severity and attribution.
        package let same: Int
        /// That anybody failed, and that everybody failed.
        package let anyFailed: Int
        package let allFailed: Int
        package let alpha: AgreementEstimate
    }

    /// The findings of one control.
    package struct Control: Sendable {
        /// Empty while its components are still to come.
        package let id: String
        package let measure: Measure
    }

    /// Two people, and the findings that both judged.
    package struct Pair: Sendable {
        package let first: PersonID
        package let second: PersonID
        package let findings: Int
        package let states: Int
        package let same: Int
        package let kappa: AgreementEstimate
    }

    /// One criterion on which somebody differs.
    package struct Differing: Sendable {
        /// The full id.
        package let criterion: String
        package let findings: Int
        package let differ: Int
        /// How many verdicts say each.
        package let outcomes: [Outcome: Int]

        /// Whether most differ, on three findings or more: then it is not the testers.
        package var needsWork: Bool { differ >= 3 && differ * 2 > findings }
    }

    /// Findings that everybody who judged them failed.
    package struct Failures: Hashable, Sendable {
        package let findings: Int
        package let sameSeverity: Int
        package let oneStepApart: Int
        package let sameAttribution: Int

        package var furtherApart: Int { findings - sameSeverity - oneStepApart }
    }

    /// Findings that somebody judged and that are not counted, each in one place.
    package struct LeftOut: Hashable, Sendable {
        /// One person alone has judged them.
        package var single = 0
        /// Fewer than two have judged them without knowing of the other.
        package var dependent = 0
        /// Those dependent ones where the one who knew says what the other says.
        package var agreed = 0
        package var withdrawn = 0
        /// Nothing shows whose a verdict is, or a later version knows what it says.
        package var unclear = 0
        /// Verdicts on findings that are counted, which are left out of them.
        package var besides = 0
    }
}

/// One finding with what each person says of it that counts.
struct JudgedFinding {
    let state: StateID
    /// Empty while the component is still to come.
    let control: String
    let criterion: String
    let verdicts: [PersonID: Judgement]
}

extension TesterAgreement {
    init(
        of findings: [JudgedFinding], leftOut: LeftOut, _ basis: Basis, rounds: [UInt32]
    ) {
        self.basis = basis
        self.rounds = rounds
        self.leftOut = leftOut
        let numbered = Numbering(findings)
        let units = findings.map(numbered.unit)
        whole = Measure(units)
        withoutCantTell = units.without(value: Outcome.cantTell.number).alpha
        cantTell = units.joinedRatings.count { $0.value == Outcome.cantTell.number }
        let byControl = Dictionary(grouping: findings.indices) { findings[$0].control }
        controls = byControl.map { control, places in
            Control(id: control, measure: Measure(places.map { units[$0] }))
        }.sorted { left, right in
            let values = (left.measure.alpha.value ?? -2, right.measure.alpha.value ?? -2)
            return values.0 == values.1 ? left.id < right.id : values.0 > values.1
        }
        pairs = numbered.pairs(in: units)
        criteria = Dictionary(grouping: findings.indices) { findings[$0].criterion }
            .compactMap { Differing($0, $1.map { units[$0] }) }
            .sorted {
                ($1.differ, $0.findings, $0.criterion) < ($0.differ, $1.findings, $1.criterion)
            }
        failures = Failures(findings)
    }
}

/// People and component states as the numbers under which units know them.
private struct Numbering {
    /// Ascending.
    private let people: [PersonID]
    private let raters: [PersonID: Int]
    private let places: [StateID: Int]

    init(_ findings: [JudgedFinding]) {
        people = Set(findings.flatMap(\.verdicts.keys)).sorted()
        raters = Dictionary(uniqueKeysWithValues: people.enumerated().map { ($1, $0) })
        places = Dictionary(
            uniqueKeysWithValues: Set(findings.map(\.state)).enumerated().map { ($1, $0) })
    }

    func unit(_ finding: JudgedFinding) -> RatedUnit {
        let ratings = finding.verdicts.compactMap { person, judgement in
            raters[person].map { RatedUnit.Rating(rater: $0, value: judgement.outcome.number) }
        }
        return RatedUnit(
            place: places[finding.state] ?? 0, ratings: ratings.sorted { $0.rater < $1.rater })
    }

    func pairs(in units: [RatedUnit]) -> [TesterAgreement.Pair] {
        var shared: [[Int]: [RatedUnit]] = [:]
        for unit in units {
            for (index, first) in unit.ratings.enumerated() {
                for second in unit.ratings[(index + 1)...] {
                    shared[[first.rater, second.rater], default: []].append(
                        RatedUnit(place: unit.place, ratings: [first, second]))
                }
            }
        }
        return shared.sorted {
            $0.value.count == $1.value.count
                ? $0.key.lexicographicallyPrecedes($1.key) : $0.value.count > $1.value.count
        }.map { raters, units in
            TesterAgreement.Pair(
                first: people[raters[0]], second: people[raters[1]], findings: units.count,
                states: units.places, same: units.count(where: \.isSame),
                kappa: units.kappa(raters[0], raters[1]))
        }
    }
}

extension TesterAgreement.Measure {
    fileprivate init(_ units: [RatedUnit]) {
        let failed = Outcome.failed.number
        findings = units.count
        states = units.places
        same = units.count(where: \.isSame)
        anyFailed = units.count { $0.ratings.contains { $0.value == failed } }
        allFailed = units.count { $0.ratings.allSatisfy { $0.value == failed } }
        alpha = units.alpha
    }
}

extension TesterAgreement.Differing {
    /// Nil where nobody differs.
    fileprivate init?(_ criterion: String, _ units: [RatedUnit]) {
        self.criterion = criterion
        findings = units.count
        differ = units.count { !$0.isSame }
        guard differ > 0 else { return nil }
        let values = Dictionary(grouping: units.joinedRatings, by: \.value)
        outcomes = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.compactMap { outcome in
                values[outcome.number].map { (outcome, $0.count) }
            })
    }
}

extension TesterAgreement.Failures {
    fileprivate init(_ findings: [JudgedFinding]) {
        var count = 0
        var steps: [Int: Int] = [:]
        var sameAttribution = 0
        for finding in findings {
            let ranks = finding.verdicts.values.compactMap { verdict in
                verdict.severity.flatMap { Severity.allCases.firstIndex(of: $0) }
            }
            guard let least = ranks.min(), let most = ranks.max(),
                ranks.count == finding.verdicts.count
            else { continue }
            count += 1
            steps[most - least, default: 0] += 1
            let owners = Set(finding.verdicts.values.map(\.attribution))
            if owners.count == 1 { sameAttribution += 1 }
        }
        self.findings = count
        sameSeverity = steps[0] ?? 0
        oneStepApart = steps[1] ?? 0
        self.sameAttribution = sameAttribution
    }
}

extension [RatedUnit] {
    fileprivate var joinedRatings: [RatedUnit.Rating] { flatMap(\.ratings) }
}

extension Outcome {
    fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
