import HTTPClient
package import Shared

/// What a run did about one audit's evidence.
package struct EvidenceReport: Sendable {
    package var sent = 0
    package var received = 0
    package var toSend = 0
    /// Files that are not here: their laptops have not sent them, or fetching them failed.
    package var toFetch = 0
    /// Why the run did not move everything; nil when what is missing is on no server yet.
    package var trouble: ReportedError?

    package init() {}
}

/// How far a run has come, for whoever watches.
package struct EvidenceProgress: Hashable, Sendable {
    package let files: Int
    /// How many bytes of those files have arrived.
    package let moved: UInt64
    /// How many bytes those files have, as far as their sizes are known.
    package let size: UInt64
    /// How long nothing moves from now on; nil while something does.
    package let wait: Duration?
    package let trouble: ReportedError?
}

/// Moves the evidence of one audit, at most two files at once, findings always first.
///
/// Files go in parts; between two parts findings that were recorded meanwhile are sent. What was
/// moved is asked of the server and of the disk, so that a killed run is simply begun again.
struct EvidenceTransfer<Generator: RandomNumberGenerator> {
    let audit: AuditID
    let store: ClientStore
    let folder: EvidenceFolder
    let calls: EvidenceCalls
    let persistence: SyncPersistence
    /// Bytes of one file; a longer one is not fetched.
    var bytesMax = Limits.standard.evidenceFileBytesMax
    let pause: (Duration) async throws -> Void
    /// Sends findings; what keeps them here keeps evidence here too.
    let syncFindings: () async throws -> ReportedError?
    let progress: (EvidenceProgress) -> Void
    var generator: Generator
    private(set) var waiting: [EvidenceJob] = []
    private(set) var active: [EvidenceJob] = []
    private(set) var report = EvidenceReport()
    /// Set when nothing more can be done in this run.
    private(set) var isStopped = false
    /// What the last file met that is tried again.
    private(set) var waitsBecause: ReportedError?
    /// Files that were refused and passed over, and how many since anything moved.
    private(set) var refusedCount = 0
    private(set) var refusedInARow = 0
    static var jobsMax: Int { 2 }
    /// Where so many files are refused and nothing moves, the rest would be too.
    private static var refusedInARowMax: Int { 8 }
    /// A line that damages what passes it would else be fed for ever.
    private static var restartsMax: Int { 2 }

    /// - Throws: What sending findings or this laptop's database throws; queues are as they were.
    mutating func run(only: Set<Hash256>? = nil) async throws -> EvidenceReport {
        try store.evidence.look(audit, in: folder)
        // Uploads first: nobody else has those bytes.
        waiting = try store.evidence.toSend(audit).map { EvidenceJob($0, way: .up) }
        waiting += try store.evidence.toFetch(audit).map {
            EvidenceJob($0, way: .down, gathered: folder.gathered(of: $0.hash))
        }
        if let only { waiting.removeAll { !only.contains($0.hash) } }
        while !isStopped, !(waiting.isEmpty && active.isEmpty) {
            while active.count < Self.jobsMax, !waiting.isEmpty {
                let job = waiting.removeFirst()
                if try isWanted(job) { active.append(job) }
            }
            try await round()
            let waits = try store.push.queue(audit).count > 0
            if waits, let trouble = try await syncFindings() { stop(trouble) }
        }
        report.toSend = try store.evidence.toSend(audit).count
        report.toFetch = try store.evidence.toFetch(audit).count
        return report
    }

    /// Whether a file is still queued: somebody may detach it while others are on their way.
    private func isWanted(_ job: EvidenceJob) throws -> Bool {
        try store.evidence.knows(job.hash, of: audit)
    }

    private mutating func round() async throws {
        let steps = await withTaskGroup(of: (EvidenceJob, EvidenceJob.Outcome).self) { group in
            for job in active {
                group.addTask { [calls, folder, bytesMax] in
                    var job = job
                    let outcome = await job.step(over: calls, in: folder, bytesMax: bytesMax)
                    return (job, outcome)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        active = []
        var wait: Duration?
        for (job, outcome) in steps {
            if let pause = try take(outcome, of: job) { wait = max(wait ?? .zero, pause) }
        }
        progress(
            EvidenceProgress(
                files: active.count, moved: active.map(\.moved).reduce(0, +),
                size: active.compactMap(\.size).reduce(0, +), wait: isStopped ? nil : wait,
                trouble: waitsBecause))
        if let wait, !isStopped { try await pause(wait) }
    }

    /// - Returns: How long to wait before the next round; nil for not at all.
    private mutating func take(
        _ outcome: EvidenceJob.Outcome, of job: EvidenceJob
    ) throws -> Duration? {
        if job.didMove { refusedInARow = 0 }
        switch outcome {
        case .goesOn:
            guard try isWanted(job) else { return nil }
            try store.evidence.note(job.hash, of: audit, moved: job.moved)
            active.append(job)
        case .done:
            try store.evidence.finish(job.hash, of: audit, size: job.size ?? job.moved)
            if job.way == .up { report.sent += 1 } else { report.received += 1 }
        case .differs:
            if job.way == .up { try folder.setAside(job.hash) }
            report.trouble = ReportedError(damaged: job.hash)
        case .broken(let error): report.trouble = ReportedError(error)
        case .failed(.problem(let problem)): return try refused(job, problem)
        case .failed(.transport(let failure)) where failure.refusesContent:
            if case .refusedOnTheWay(status: 413) = failure, takesLess(job) { return nil }
            try passOver(job, because: failure)
        case .failed(.transport(let failure)) where failure.isPassing:
            return retry(job, ReportedError(failure), after: nil)
        case .failed(.transport(let failure)): stop(ReportedError(failure))
        }
        return nil
    }

    /// Whether a file goes on in smaller parts.
    private mutating func takesLess(_ job: EvidenceJob) -> Bool {
        var job = job
        guard job.takeLess() else { return false }
        active.append(job)
        return true
    }

    /// Goes on with the other files: what refused this one may have looked into it.
    private mutating func passOver(
        _ job: EvidenceJob, because failure: TransportError
    ) throws {
        refusedCount += 1
        refusedInARow += 1
        let file = try store.evidence.name(of: job.hash, in: audit) ?? "\(job.hash.hex.prefix(12))"
        let trouble = ReportedError(failure, moving: file, and: refusedCount - 1)
        try store.evidence.note(job.hash, of: audit, trouble: failure.refusal)
        if refusedInARow < Self.refusedInARowMax { report.trouble = trouble } else { stop(trouble) }
    }

    private mutating func refused(_ job: EvidenceJob, _ problem: Problem) throws -> Duration? {
        switch problem.code {
        case .evidenceMissing: break  // It waits until its laptop has synced.
        case .uploadOffset, .evidenceDiffers, .notFound:
            return retry(job, ReportedError(problem, sending: job.hash), after: .zero)
        case .rateLimited, .overloaded, .bug:
            let pause = persistence.pause(
                after: max(1, job.failures), told: problem.retryAfter, using: &generator)
            return retry(job, ReportedError(problem), after: pause)
        case .tooLarge where takesLess(job): break
        case .tooLarge:
            let trouble = ReportedError(problem, sending: job.hash)
            try store.evidence.note(job.hash, of: audit, trouble: "the server takes no more of it")
            report.trouble = trouble
        default: stop(ReportedError(problem, sending: job.hash))  // open set: they meet all files
        }
        return nil
    }

    private mutating func retry(
        _ job: EvidenceJob, _ trouble: ReportedError, after wait: Duration?
    ) -> Duration? {
        guard job.failures < persistence.attemptsMax, job.restarts < Self.restartsMax else {
            report.trouble = trouble
            return nil
        }
        active.append(job)
        waitsBecause = trouble
        return wait ?? persistence.pause(after: max(1, job.failures), using: &generator)
    }

    private mutating func stop(_ trouble: ReportedError) {
        report.trouble = trouble
        isStopped = true
    }
}
