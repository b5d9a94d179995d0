import Reading
import Shared

/// Cases in the order of the plan, cut into files that GitLab takes.
struct JUnitParts {
    /// GitLab refuses a file of more than 30 MB or 250,000 elements.
    static let bytesMax = 29_000_000
    private static let elementsMax = 249_000

    private let bytesMax: Int

    private var states: [StateID] = []
    /// Each state's screen and its first case.
    private var screenOf: [Int] = []
    private var firstOf: [Int] = []
    private var cases: [Case] = []
    private var screens: [Screen] = []
    private var numbers: [String?: Int] = [:]

    init(bytesMax: Int = JUnitParts.bytesMax) { self.bytesMax = bytesMax }

    /// How a finding counts.
    enum Kind: UInt8 {
        case passed, inapplicable, failed, skipped

        init(_ row: FindingRow) {
            switch row.effective.judgement {
            case .passed: self = .passed
            case .inapplicable: self = .inapplicable
            case .failed: self = .failed
            case .cantTell: self = .skipped
            case nil: self = row.isUndecided ? .failed : .skipped
            }
        }

        var isPassed: Bool {
            switch self {
            case .passed, .inapplicable: true
            case .failed, .skipped: false
            }
        }
    }

    private struct Case {
        let kind: Kind
        let bytes: UInt32
    }

    private struct Screen {
        var name: String
        var changed: Int64?
    }

    /// The cases of one screen that follow each other in one file.
    struct Suite {
        let screen: String
        /// The newest change of the screen's findings, Unix milliseconds.
        let changed: Int64?
        /// From 0 in its file.
        let number: Int
        var parts = 1
        var cases = 0
        var failures = 0
        var skipped = 0
        var inapplicable = 0

        /// Takes more bytes than any other but for its screen's name.
        static let longest = Suite(
            screen: "", changed: 0, number: .max, parts: .max, cases: .max, failures: .max,
            skipped: .max, inapplicable: .max)

        mutating func add(_ kind: Kind) {
            cases += 1
            switch kind {
            case .passed: break
            case .inapplicable: inapplicable += 1
            case .failed: failures += 1
            case .skipped: skipped += 1
            }
        }
    }

    /// One file: the cases before it, its suites, and what there is in all files.
    struct Chosen {
        var first = 0
        var suites: [Suite] = []
        var parts = 1
        var all = 0

        var cases: Int { suites.reduce(0) { $0 + $1.cases } }
    }

    /// Adds a case; those of one component state follow each other.
    mutating func add(_ row: FindingRow, _ kind: Kind, bytes: Int) {
        if row.state != states.last {
            let name = row.entry.screen
            // One spelled in two ways is one; what is still to come is on none.
            let key = name.isEmpty ? nil : NaturalKey.folded(name)
            let number = numbers[key] ?? screens.count
            numbers[key] = number
            if number == screens.count { screens.append(Screen(name: name)) }
            screens[number].name = min(screens[number].name, name)
            states.append(row.state)
            screenOf.append(number)
            firstOf.append(cases.count)
        }
        cases.append(Case(kind: kind, bytes: UInt32(clamping: bytes)))
        guard let changed = row.changed, let screen = screenOf.last else { return }
        screens[screen].changed = max(screens[screen].changed ?? changed, changed)
    }

    /// - Parameters:
    ///   - part: From 1.
    ///   - around: What a suite takes beside its cases and its name.
    /// - Throws: `AuditError.notFound` for a part that there is not.
    func chosen(
        _ part: Int, in order: ([StateID]) -> [StateID], around: (bytes: Int, elements: Int)
    ) throws(AuditError) -> Chosen {
        var chosen = Chosen(all: cases.count)
        var cut = Cut(bytesMax: bytesMax, around: around)
        let places = Dictionary(uniqueKeysWithValues: zip(states, states.indices))
        for state in order(states) {
            guard let index = places[state] else { continue }
            let end = index + 1 < firstOf.count ? firstOf[index + 1] : cases.count
            let screen = screens[screenOf[index]]
            for one in cases[firstOf[index]..<end] {
                let isNew = cut.add(one, of: screenOf[index], called: screen.name)
                if cut.part < part { chosen.first += 1 }
                guard cut.part == part else { continue }
                if isNew {
                    chosen.suites.append(
                        Suite(
                            screen: screen.name, changed: screen.changed,
                            number: chosen.suites.count))
                }
                chosen.suites[chosen.suites.count - 1].add(one.kind)
            }
        }
        guard part <= cut.part else {
            throw .notFound(what: "part", name: "\(part)", known: (1...cut.part).map { "\($0)" })
        }
        chosen.parts = cut.part
        for index in chosen.suites.indices { chosen.suites[index].parts = cut.part }
        return chosen
    }

    /// Walks through all cases and says where a file ends.
    private struct Cut {
        let bytesMax: Int
        let around: (bytes: Int, elements: Int)
        var part = 1
        private var bytes = 0
        private var elements = 1
        private var screen: Int?

        init(bytesMax: Int, around: (bytes: Int, elements: Int)) {
            self.bytesMax = bytesMax
            self.around = around
        }

        /// Whether the case is the first of a suite.
        mutating func add(_ one: Case, of screen: Int, called name: String) -> Bool {
            let isFailure = !one.kind.isPassed
            let room = Int(one.bytes)
            let count = isFailure ? 2 : 1
            // Escaped, a byte of a name takes at most six.
            let suiteRoom = around.bytes + 6 * name.utf8.count
            var isNew = screen != self.screen
            let fits =
                bytes + room + (isNew ? suiteRoom : 0) <= bytesMax
                && elements + count + (isNew ? around.elements : 0) <= elementsMax
            if !fits, self.screen != nil {
                part += 1
                bytes = 0
                elements = 1
                isNew = true
            }
            self.screen = screen
            bytes += room + (isNew ? suiteRoom : 0)
            elements += count + (isNew ? around.elements : 0)
            return isNew
        }
    }
}
