import Reading
import Shared

/// The version of WCAG by whose success criteria an audit's findings are put together.
struct WCAGTarget {
    /// Such as `2.2`.
    let version: String
    /// Those of levels A and AA, in WCAG's order.
    let criteria: [LensClause]
    /// What stands before a success criterion's anchor in its address, as context of a file.
    let prefix: String
    private let places: [String: Int]

    /// Standards that ask for WCAG 2.1, and those that ask for 2.2.
    private static let older: Set<String> = ["wcag-2.1", "en-301-549-3.2.1", "raam-1.1"]
    private static let newer: Set<String> = ["wcag-2.2", "en-301-549-4.1"]

    /// 2.1 where the audit's lenses ask for that and none for 2.2.
    init(of plan: Plan) {
        let lenses = Set(plan.lenses)
        let isOlder = !lenses.isDisjoint(with: Self.older) && lenses.isDisjoint(with: Self.newer)
        version = isOlder ? "2.1" : "2.2"
        prefix = isOlder ? "WCAG21" : "WCAG"
        guard let lens = Lens.named("wcag-\(version)") else {
            preconditionFailure("The lenses of both versions are built in.")
        }
        criteria = lens.clauses
        places = Dictionary(
            uniqueKeysWithValues: lens.clauses.enumerated().map { ($1.number, $0) })
    }

    /// The success criteria that a criterion names, and whether failing it fails each.
    ///
    /// Only what is normative fails one, and only the first that it names (docs/catalogue.md).
    func places(of criterion: Criterion) -> [(index: Int, isDecisive: Bool)] {
        criterion.wcag.enumerated().compactMap { position, number in
            places[number].map { ($0, position == 0 && criterion.basis == .normative) }
        }
    }
}

/// What all findings say of one success criterion, counted.
struct SuccessCounts {
    private var counts = OutcomeCounts()
    private var undecided = 0
    private var challenged = 0
    /// Failures that do not fail it by themselves.
    private var indecisive = 0
    /// How many there are of it; what is asked and not judged is none.
    private(set) var findings = 0

    mutating func add(_ row: FindingRow, isDecisive: Bool) {
        findings += 1
        let outcome = row.effective.singleOutcome
        switch row.effective {
        case .undecided: undecided += 1
        case .challenged: challenged += 1
        case .untested, .single, .agreed, .automatic, .decided: break
        }
        if outcome == .failed, !isDecisive {
            indecisive += 1
            counts[.cantTell] += 1
        } else {
            counts[outcome] += 1
        }
    }

    /// One more that is asked and of which nobody has said a word.
    mutating func addUnsaid() { counts[.untested] += 1 }

    /// The worst there is; nothing that is still open counts as passed.
    var outcome: Outcome { Self.worstFirst.first { counts[$0] > 0 } ?? .untested }

    static let worstFirst: [Outcome] = [.failed, .cantTell, .untested, .passed, .inapplicable]

    /// Such as `2 failed, 1 undecided, 14 passed`.
    var words: String {
        let told = counts[.cantTell] - undecided - indecisive
        let parts = [
            (counts[.failed], "failed"),
            (indecisive, "failed (only advisory here)"),
            (undecided, "undecided"), (told, "can’t tell"), (counts[.untested], "not judged"),
            (counts[.passed], "passed"), (counts[.inapplicable], "inapplicable"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let words = parts.isEmpty ? "No finding" : parts.joined(separator: ", ")
        return challenged > 0 ? "\(words); \(challenged) of these challenged" : words
    }
}

/// The counts of the whole app and of each screen.
struct ScreenTallies {
    let target: WCAGTarget
    /// By the place of the success criterion.
    private(set) var whole: [SuccessCounts]
    /// By folded name, then by the place of the success criterion.
    private(set) var screens: [String: [Int: SuccessCounts]] = [:]

    init(_ target: WCAGTarget) {
        self.target = target
        whole = target.criteria.map { _ in SuccessCounts() }
    }

    /// A screen on which nothing is asked or said is there, too.
    mutating func add(screen: String) {
        if screens[screen] == nil { screens[screen] = [:] }
    }

    mutating func add(
        _ criterion: Criterion, on screen: String,
        _ count: (inout SuccessCounts, _ isDecisive: Bool) -> Void
    ) {
        for (index, isDecisive) in target.places(of: criterion) {
            count(&whole[index], isDecisive)
            count(&screens[screen, default: [:]][index, default: SuccessCounts()], isDecisive)
        }
    }

    /// Those that are there in the order of the plan, then what it does not have; by folded name.
    func sample(of view: AuditView) -> [(screen: String, title: String)] {
        var left = Set(screens.keys)
        var titles: Set<String> = []
        func title(_ name: String) -> String {
            let name = name.onOneLine.trimmed
            let plain = name.isEmpty ? "Components still to come" : name
            var title = plain
            var number = 1
            while !titles.insert(title).inserted {
                number += 1
                title = "\(plain) (\(number))"
            }
            return title
        }
        let planned = view.screens.filter { left.remove(NaturalKey.folded($0)) != nil }
        return planned.map { (NaturalKey.folded($0), title($0)) }
            + left.sorted().map { ($0, title($0)) }
    }
}
