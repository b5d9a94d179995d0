import CoreMetrics
import Shared
import Synchronization

/// What a server counts, under the names by which Prometheus is told of it.
///
/// No label says who or which audit: routes stand as the sheet has them.
struct ServerMetrics: Sendable {
    /// Every name with what it counts; docs/database.md lists them.
    enum Name: String, CaseIterable {
        case requests = "accord_requests_total"
        case requestTimes = "accord_request_seconds"
        case changes = "accord_changes_total"
        case pulls = "accord_pulls_total"
        case heldPulls = "accord_pulls_held"
        case waitingWrites = "accord_writes_waiting"
        case freeDisk = "accord_disk_free_bytes"
        case database = "accord_database_bytes"

        var help: String {
            switch self {
            case .requests: "Requests by method, route and status."
            case .requestTimes: "Time from a request to its answer, by route, of held pulls too."
            case .changes: "Changes that pushes brought for the first time, by outcome."
            case .pulls: "Pulls, by whether they brought anything."
            case .heldPulls: "Pulls that wait for news now."
            case .waitingWrites: "Writes that wait for a commit now."
            case .freeDisk: "Bytes that are free where the data folder is."
            case .database: "Bytes of the database, by file: itself, and its log of writes."
            }
        }
    }

    /// What is looked up when somebody asks.
    struct State: Sendable {
        let heldPulls, waitingWrites: Int
        /// Nil where nobody knows.
        let freeDisk: UInt64?
        let database, log: UInt64
    }

    private let prometheus = PrometheusMetrics(
        help: Dictionary(uniqueKeysWithValues: Name.allCases.map { ($0.rawValue, $0.help) }))
    private let known = KnownRequests()

    func noteRequest(_ method: String, route: String, status: Int, took time: Duration) {
        let (counter, timer) = known.metrics(
            of: .init(method: method, route: route, status: status)
        ) {
            (
                Counter(
                    label: Name.requests.rawValue,
                    dimensions: [("method", method), ("route", route), ("status", "\(status)")],
                    factory: prometheus),
                Timer(
                    label: Name.requestTimes.rawValue, dimensions: [("route", route)],
                    factory: prometheus)
            )
        }
        counter.increment()
        timer.recordNanoseconds(time.nanoseconds)
    }

    func note(_ request: WirePushRequest, _ answer: WirePushResponse) {
        let sent = request.changes.count
        var applied = count(through: answer.acknowledged, of: request) - answer.outcomes.count
        for outcome in answer.outcomes where !outcome.repeated {
            if outcome.outcome == .applied {
                applied += 1
            } else {
                noteChanges(1, outcome.outcome.word)
            }
        }
        noteChanges(min(max(applied, 0), sent), "applied")
        noteChanges(count(through: answer.unplaced, of: request), "unplaced")
    }

    func notePull(isNews: Bool) {
        Counter(
            label: Name.pulls.rawValue, dimensions: [("answer", isNews ? "records" : "unchanged")],
            factory: prometheus
        ).increment()
    }

    /// All of it in Prometheus' text format.
    func text(_ state: State) -> String {
        func set(_ name: Name, _ value: some BinaryInteger, _ dimensions: [(String, String)] = []) {
            Meter(label: name.rawValue, dimensions: dimensions, factory: prometheus).set(value)
        }
        set(.heldPulls, state.heldPulls)
        set(.waitingWrites, state.waitingWrites)
        if let free = state.freeDisk { set(.freeDisk, free) }
        set(.database, state.database, [("file", "database")])
        set(.database, state.log, [("file", "log")])
        return prometheus.text()
    }

    private func noteChanges(_ count: Int, _ outcome: String) {
        guard count > 0 else { return }
        Counter(
            label: Name.changes.rawValue, dimensions: [("outcome", outcome)], factory: prometheus
        ).increment(by: count)
    }

    /// How many of a run's changes have a number up to this one, whatever numbers were claimed.
    private func count(through n: UInt64, of request: WirePushRequest) -> Int {
        guard n >= request.first, n > 0 else { return 0 }
        return min(Int(clamping: n - request.first), request.changes.count - 1) + 1
    }
}

extension WireChangeOutcome {
    fileprivate var word: String {
        switch self {
        case .applied: "applied"
        case .again: "again"
        case .rejected: "rejected"
        case .quarantined: "quarantined"
        case .unspecified, .UNRECOGNIZED: "other"
        }
    }
}

/// The metrics of requests, found again without their labels being put together.
private final class KnownRequests: Sendable {
    struct Key: Hashable {
        let method, route: String
        let status: Int
    }

    private let known = Mutex<[Key: (Counter, Timer)]>([:])

    func metrics(of key: Key, make: () -> (Counter, Timer)) -> (Counter, Timer) {
        if let found = known.withLock({ $0[key] }) { return found }
        let new = make()
        known.withLock { $0[key] = new }
        return new
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
