import Reading
import Shared

/// Results, dealt out to files that GitHub takes: in each run the worst first.
struct SARIFParts {
    /// GitHub shows 5,000 results a run and refuses a file of more runs, results or zipped bytes.
    private static let runResultsMax = 5_000
    private static let runsMax = 20
    private static let resultsMax = 25_000
    private static let zippedBytesMax = 9_500_000
    /// What a run takes, zipped, beside its rules, its results and what its audit is called.
    private static let runBytes = 2_048

    private var states: [StateID] = []
    /// Each state's first result and its environment.
    private var firstOf: [Int] = []
    private var environmentOf: [Int] = []
    private var results: [Result] = []
    private var findings = 0
    private var newest = NewestRounds<Int>()
    private var environments: [EnvironmentID] = []
    private var places: [EnvironmentID: Int] = [:]
    private var changed: [Int64?] = []
    private var rules: [String] = []
    private var ruleBytes: [Int] = []
    private var ruleNumbers: [String: Int] = [:]

    /// What is told first.
    enum Rank: UInt8, CaseIterable {
        case critical, serious, moderate, minor, review, withdrawn

        init(_ row: FindingRow) {
            if row.isWithdrawn {
                self = .withdrawn
            } else if row.isUndecided {
                // An error whoever is right; critical where somebody says so.
                let isCritical = row.siblings.contains { $0.value?.severity == .critical }
                self = isCritical ? .critical : .serious
            } else {
                switch row.entry.severity {
                case .critical: self = .critical
                case .serious: self = .serious
                case .moderate: self = .moderate
                case .minor: self = .minor
                case nil: self = .review
                }
            }
        }
    }

    private struct Result {
        let rule: UInt32
        let zipped: UInt32
        let rank: Rank
        /// Whether a later round has judged the same anew.
        var isOld = false
    }

    /// One run of one file.
    struct Run {
        var results = 0
        /// Numbers of its rules.
        var rules: Set<Int> = []
    }

    /// A file, and what there is in all of them.
    struct Chosen {
        var parts = 1
        /// By environment; those of other files are not there.
        var runs: [EnvironmentID: (rules: [String], results: Int, changed: Int64?)] = [:]
        /// In the order of writing, the part of each result; 0 for those that are in none.
        var partOf: [UInt16] = []
        /// All that the file was made of, those that are results, and those of earlier rounds.
        var findings = 0
        var results = 0
        var old = 0

        var own: Int { runs.values.reduce(0) { $0 + $1.results } }
    }

    /// Whether a finding is told: what failed, what is undecided, what nobody can tell.
    static func isResult(_ row: FindingRow) -> Bool {
        switch row.effective.judgement {
        case .failed, .cantTell: true
        case .passed, .inapplicable: false
        case nil: row.isUndecided
        }
    }

    /// Adds a finding; those of one component and environment follow each other, round by round.
    ///
    /// - Parameters:
    ///   - zipped: How many bytes its result takes when it is compressed alone.
    ///   - ruleBytes: The same of its rule, asked once for each.
    mutating func add(
        _ row: FindingRow, zipped: () -> Int, ruleBytes bytes: (String) -> Int
    ) {
        findings += 1
        let environment = place(of: row.state.environment)
        if let time = row.changed { changed[environment] = max(changed[environment] ?? time, time) }
        if row.state != states.last {
            states.append(row.state)
            firstOf.append(results.count)
            environmentOf.append(environment)
        }
        let isResult = Self.isResult(row)
        let displaced = newest.add(row, isResult ? results.count : nil)
        if isResult {
            let rule = number(of: row.entry.criterion, bytes)
            results.append(
                Result(
                    rule: UInt32(rule), zipped: UInt32(clamping: zipped()), rank: Rank(row)))
        }
        if let displaced { results[displaced].isOld = true }
    }

    private mutating func place(of environment: EnvironmentID) -> Int {
        if let place = places[environment] { return place }
        places[environment] = environments.count
        environments.append(environment)
        changed.append(nil)
        return environments.count - 1
    }

    private mutating func number(of rule: String, _ bytes: (String) -> Int) -> Int {
        if let number = ruleNumbers[rule] { return number }
        ruleNumbers[rule] = rules.count
        rules.append(rule)
        ruleBytes.append(bytes(rule))
        return rules.count - 1
    }

    /// - Parameters:
    ///   - part: From 1.
    ///   - around: How many bytes each run takes to say of which audit it is.
    /// - Throws: `AuditError.notFound` for a part that there is not.
    func chosen(
        _ part: Int, in order: ([StateID]) -> [StateID], around: Int
    ) throws(AuditError) -> Chosen {
        let order = written(order)
        var deal = Deal(environments: environments.count, around: around + Self.runBytes)
        var partOf = [UInt16](repeating: 0, count: order.count)
        for rank in Rank.allCases {
            for (index, one) in order.enumerated() {
                let result = results[one.result]
                guard result.rank == rank, !result.isOld else { continue }
                let rule = Int(result.rule)
                partOf[index] = UInt16(
                    clamping: deal.part(
                        one.environment, rule, bytes: Int(result.zipped),
                        ruleBytes: ruleBytes[rule]))
            }
        }
        // Empty ones too: what GitHub shows of them is mended now.
        for environment in environments.indices { deal.addRun(of: environment) }
        let parts = max(deal.files.count, 1)
        guard part <= parts else {
            throw .notFound(what: "part", name: "\(part)", known: (1...parts).map { "\($0)" })
        }
        var chosen = Chosen(parts: parts, partOf: partOf, findings: findings)
        chosen.results = partOf.count { $0 > 0 }
        chosen.old = partOf.count - chosen.results
        guard part <= deal.files.count else { return chosen }
        for (environment, run) in deal.files[part - 1].runs {
            chosen.runs[environments[environment]] = (
                run.rules.map { rules[$0] }.sorted(), run.results, changed[environment]
            )
        }
        return chosen
    }

    /// All results in the order in which they are written.
    private func written(
        _ order: ([StateID]) -> [StateID]
    ) -> [(result: Int, environment: Int)] {
        let places = Dictionary(uniqueKeysWithValues: zip(states, states.indices))
        return order(states).flatMap { state in
            let index = places[state] ?? 0
            let end = index + 1 < firstOf.count ? firstOf[index + 1] : results.count
            return (firstOf[index]..<end).map { ($0, environmentOf[index]) }
        }
    }

    /// Files while they are filled.
    private struct Deal {
        var files: [File] = []
        /// The first file that still takes results of an environment: of worse ones it took all.
        private var next: [Int]
        private let around: Int

        struct File {
            var runs: [Int: Run] = [:]
            var results = 0
            var bytes = 0
        }

        init(environments: Int, around: Int) {
            next = [Int](repeating: 0, count: environments)
            self.around = around
        }

        /// The part that takes a result, from 1.
        mutating func part(_ environment: Int, _ rule: Int, bytes: Int, ruleBytes: Int) -> Int {
            while true {
                let index = next[environment]
                if index == files.count { files.append(File()) }
                let run = files[index].runs[environment]
                var room = bytes
                if run == nil { room += around }
                if run?.rules.contains(rule) != true { room += ruleBytes }
                let takes =
                    (run?.results ?? 0) < runResultsMax && files[index].results < resultsMax
                    && (run != nil || files[index].runs.count < runsMax)
                    && (files[index].bytes + room <= zippedBytesMax || files[index].results == 0)
                guard takes else {
                    next[environment] += 1
                    continue
                }
                files[index].runs[environment, default: Run()].results += 1
                files[index].runs[environment, default: Run()].rules.insert(rule)
                files[index].results += 1
                files[index].bytes += room
                return index + 1
            }
        }

        mutating func addRun(of environment: Int) {
            guard !files.contains(where: { $0.runs[environment] != nil }) else { return }
            let free = files.firstIndex { file in
                file.runs.count < runsMax && file.bytes + around <= zippedBytesMax
            }
            if free == nil { files.append(File()) }
            files[free ?? files.count - 1].runs[environment] = Run()
            files[free ?? files.count - 1].bytes += around
        }
    }
}

/// The round that says how each finding is: the last that judged it and stands.
struct NewestRounds<Value> {
    private var component: ComponentID?
    private var environment: EnvironmentID?
    private var newest: [Identity: (value: Value?, stands: Bool)] = [:]

    private struct Identity: Hashable {
        let state: String
        let criterion: String
    }

    /// Adds a finding; those of one component and environment follow each other, round by round.
    ///
    /// - Returns: The value of the one that says no more how it is, maybe the one given.
    mutating func add(_ row: FindingRow, _ value: Value?) -> Value? {
        start(row)
        guard row.effective != .untested else { return nil }
        let identity = Identity(state: row.state.state, criterion: row.entry.criterion)
        let before = newest[identity]
        if let before, before.stands, row.isWithdrawn { return value }
        newest[identity] = (value, !row.isWithdrawn)
        return before?.value
    }

    /// What was added last of the same finding.
    mutating func value(of row: FindingRow) -> Value? {
        start(row)
        return newest[Identity(state: row.state.state, criterion: row.entry.criterion)]?.value
    }

    private mutating func start(_ row: FindingRow) {
        guard component != row.state.component || environment != row.state.environment else {
            return
        }
        component = row.state.component
        environment = row.state.environment
        newest.removeAll(keepingCapacity: true)
    }
}
