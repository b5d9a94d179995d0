import Client
import Shared

/// Checks this laptop's own history of an audit, and the server's against it.
struct LogVerification {
    let client: AuditClient
    let view: AuditView
    let options: AuditOptions

    func run() async throws {
        guard let history = try client.store.log.ownHistory(view.audit) else { return }
        let trail = try await trail(against: history)
        try options.answer(json(history, trail)) { tell(history, trail) }
        guard history.broken == nil, trail?.fault == nil else { throw Failure.checkSaidNo }
    }

    /// Nil when there is no server to ask, or it tells no trail.
    private func trail(against history: OwnHistory) async throws -> TrailFinding? {
        do {
            return try await client.checks.trail(
                of: view.audit, against: history, over: try await client.connect())
        } catch ClientError.notJoined {
            return nil
        } catch ClientError.problem(let problem)
            where problem.code == .notFound || problem.code == .auditUnknown
        {
            return nil
        }
    }

    private func tell(_ history: OwnHistory, _ trail: TrailFinding?) {
        print("\(view.plan.title): \(counted(history.count, "own change")) checked")
        if let broken = history.broken {
            print("The hash of your change \(broken.n) does not follow from what is stored.")
        }
        guard let trail else { return print("No server was compared.") }
        guard !trail.isAnotherEpoch else {
            return print("The server was put back to an older state: sync, then verify again.")
        }
        if let fault = trail.fault {
            print("The server's history does not hold. \(fault.message)")
        } else {
            let witnessed = trail.witnessed.map { ", \($0) of them as told at the last sync" } ?? ""
            print(
                "\(counted(Int(clamping: trail.entries), "entry", plural: "entries"))\(witnessed)")
        }
        print("trail \(trail.head.trail.hex)")
    }

    private func json(_ history: OwnHistory, _ trail: TrailFinding?) -> JSON {
        [
            "audit": view.audit.hex, "ownChanges": history.count,
            "broken": history.broken.map { Int($0.n) },
            "sound": history.broken == nil && trail?.fault == nil,
            "trail": trail.map { trail in
                [
                    "entries": Int(clamping: trail.entries), "fault": trail.fault?.message,
                    "head": Int(clamping: trail.head.sequence), "trail": trail.head.trail.hex,
                    "serverRestored": trail.isAnotherEpoch,
                    "witnessed": trail.witnessed.map { Int($0) },
                ] as JSON
            },
        ]
    }
}
