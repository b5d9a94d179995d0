import Client
import Shared

/// Findings that look like real ones; equal seeds make equal drafts.
struct SyntheticFindings {
    /// Findings of one component state: what a tester judges at one sitting.
    static let perState = 10

    let audit: AuditID
    private var generator: Generator

    init(audit: AuditID, seed: UInt64) {
        self.audit = audit
        generator = Generator(state: seed)
    }

    /// One draft a component state, each with `perState` findings.
    mutating func drafts(states: Int) -> [RecordDraft] {
        (0..<states).map { _ in
            let key = nextState()
            return RecordDraft(key: key, edits: Self.criteria.flatMap { finding($0) })
        }
    }

    /// One draft a finding, `perState` of them in a row for one component state.
    mutating func singleDrafts(count: Int) -> [RecordDraft] {
        var key = nextState()
        return (0..<count).map { index in
            let criterion = index % Self.perState
            if criterion == 0 { key = nextState() }
            return RecordDraft(key: key, edits: finding(Self.criteria[criterion]))
        }
    }

    private mutating func nextState() -> RecordKey {
        .state(
            audit,
            StateID(
                component: .random(using: &generator), environment: environment, round: 1,
                state: Self.states.randomElement(using: &generator) ?? "closed"))
    }

    private mutating func finding(_ criterion: String) -> [FieldEdit] {
        let judgement = Self.judgements.randomElement(using: &generator) ?? .passed
        return [
            FieldEdit(FieldID(criterion: criterion, .judgement), .judgement(judgement)),
            FieldEdit(FieldID(criterion: criterion, .note), .text(Text(normalizing: note()))),
        ]
    }

    /// Some two hundred bytes.
    private mutating func note() -> String {
        var text = ""
        while text.utf8.count < 200 {
            text += (Self.words.randomElement(using: &generator) ?? "") + " "
        }
        return String(text.dropLast())
    }

    private let environment =
        Environment(
            platform: "ios", assistiveTechnology: "voiceover", deviceClass: "phone",
            majorVersion: "18"
        ).id

    private static let states = ["closed", "minimized", "half-screen", "full-screen", "disabled"]

    private static let criteria = [
        "confined", "dismiss-reachable", "focus-enters", "focus-returns", "grabber-role",
        "label-in-name", "not-trapped", "one-stop", "reading-order", "trigger-name",
    ].map { "sheet.ios.\($0)" }

    private static let judgements: [Judgement] = [
        .passed, .inapplicable, .cantTell, .failed(.serious, .app), .failed(.minor, .platform),
    ]

    private static let words =
        """
        focus lands on the grabber before sheet title is spoken twice without its role button \
        swipe moves into page behind close returns trigger loses name expanded collapsed state \
        stays silent after double tap hint order follows screen label misses visible text slider \
        value changes only when reader pauses heading skipped image list row keyboard escape
        """
        .split(separator: " ").map(String.init)
}

/// SplitMix64: small, fast and the same on every machine.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
