import Presentation
import Shared

/// A line of a report, in pieces that each form of it writes in its own way.
struct ReportLine: ExpressibleByStringInterpolation, Sendable {
    let pieces: [Piece]

    enum Piece: Sendable {
        /// Our words, and those of the catalogue.
        case words(String)
        /// What people gave a name: it keeps its direction to itself.
        case name(String)
        /// Unix milliseconds.
        case moment(Int64)
        /// What programs call it.
        case code(String)
        case address(String)
    }

    init(_ words: String) { pieces = [.words(words)] }
    init(stringLiteral words: String) { pieces = [.words(words)] }
    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.words(literal)) }
        }
        mutating func appendInterpolation(_ words: String) { pieces.append(.words(words)) }
        mutating func appendInterpolation(_ number: some BinaryInteger) {
            pieces.append(.words(String(number)))
        }
        mutating func appendInterpolation(_ line: ReportLine) { pieces += line.pieces }
        mutating func appendInterpolation(name: String) { pieces.append(.name(name)) }
        mutating func appendInterpolation(at moment: Int64) { pieces.append(.moment(moment)) }
        mutating func appendInterpolation(code: String) { pieces.append(.code(code)) }
        /// A link only where it leads to a page, and where its address is plain to see.
        mutating func appendInterpolation(address: String) {
            let isPage = ["https://", "http://"].contains { address.lowercased().hasPrefix($0) }
            let isPlain = address.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && !#"<>"'`\^{}|"#.utf8.contains($0)
            }
            pieces.append(isPage && isPlain ? .address(address) : .name(address))
        }
    }

    /// Names with commas between them.
    static func names(_ names: [String]) -> ReportLine {
        ReportLine(
            pieces: names.enumerated().flatMap { index, name in
                index == 0 ? [.name(name)] : [.words(", "), .name(name)]
            })
    }

    static func + (left: ReportLine, right: ReportLine) -> ReportLine {
        ReportLine(pieces: left.pieces + right.pieces)
    }

    private init(pieces: [Piece]) { self.pieces = pieces }
}

/// What stands on a finding, each with a word, a shape and a colour of its own.
enum ReportOutcome: String, CaseIterable, Sendable {
    case failed, undecided, cantTell = "cant-tell", passed, inapplicable, untested

    /// What holds; where nothing does, somebody has to decide or nobody has judged.
    init(_ effective: Effective) {
        switch effective {
        case .untested: self = .untested
        case .undecided: self = .undecided
        case .single(let judgement, _), .agreed(let judgement, _), .automatic(let judgement, _, _):
            self.init(judgement.outcome)
        case .decided(let decision), .challenged(let decision, _):
            self.init(decision.judgement.outcome)
        }
    }

    private init(_ outcome: Outcome) {
        switch outcome {
        case .passed: self = .passed
        case .failed: self = .failed
        case .cantTell: self = .cantTell
        case .inapplicable: self = .inapplicable
        case .untested: self = .untested
        }
    }

    var word: String {
        switch self {
        case .failed: Outcome.failed.word
        case .undecided: "Undecided"
        case .cantTell: Outcome.cantTell.word
        case .passed: Outcome.passed.word
        case .inapplicable: Outcome.inapplicable.word
        case .untested: Outcome.untested.word
        }
    }

    var place: Int {
        switch self {
        case .failed: 0
        case .undecided: 1
        case .cantTell: 2
        case .passed: 3
        case .inapplicable: 4
        case .untested: 5
        }
    }
}

extension Severity {
    /// Such as `Serious`.
    var word: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// How many findings of each outcome there are somewhere.
struct OutcomeNumbers: Sendable {
    private var outcomes = [Int](repeating: 0, count: ReportOutcome.allCases.count)
    /// Failures that weigh so much.
    private(set) var severities: [Severity: Int] = [:]
    /// Failures that are the platform's.
    private(set) var ofPlatform: [Severity: Int] = [:]
    private(set) var challenged = 0
    private(set) var contested = 0

    mutating func add(_ row: FindingRow) {
        let outcome = ReportOutcome(row.effective)
        outcomes[outcome.place] += 1
        if let severity = row.effective.judgement?.severity {
            severities[severity, default: 0] += 1
            if row.effective.judgement?.attribution == .platform {
                ofPlatform[severity, default: 0] += 1
            }
        }
        if case .challenged = row.effective { challenged += 1 }
        if row.withdrawn?.isContested == true { contested += 1 }
    }

    subscript(outcome: ReportOutcome) -> Int { outcomes[outcome.place] }
    var total: Int { outcomes.reduce(0, +) }
    var gravest: Severity? { severities.keys.max() }
    /// Those that hold a verdict in effect.
    var judged: Int { total - self[.undecided] - self[.untested] }

    static func += (left: inout OutcomeNumbers, right: OutcomeNumbers) {
        for (place, count) in right.outcomes.enumerated() { left.outcomes[place] += count }
        left.severities.merge(right.severities, uniquingKeysWith: +)
        left.ofPlatform.merge(right.ofPlatform, uniquingKeysWith: +)
        left.challenged += right.challenged
        left.contested += right.contested
    }

    /// What the worst finding says of all of them; nil without any.
    var result: ReportOutcome? {
        ReportOutcome.allCases.first { self[$0] > 0 && $0 != .inapplicable && $0 != .passed }
            ?? [.passed, .inapplicable].first { self[$0] > 0 }
    }
}
