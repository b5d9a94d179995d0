import Client
import Shared

/// Checks this laptop's own history of an audit, and the server's against it.
struct LogVerification {
    private let client: AuditClient
    private let view: AuditView

    init(_ client: AuditClient, _ view: AuditView) {
        self.client = client
        self.view = view
    }

    func run(json: Bool) async throws {
        guard let history = try client.store.log.ownHistory(view.audit) else { return }
        let trail = try await trail(against: history)
        if json {
            try Self.json(history, trail, view).printed()
        } else {
            tell(history, trail)
        }
        let isSound = history.broken == nil && trail?.fault == nil
        guard isSound else { throw Failure.checkSaidNo }
    }

    /// Nil when there is no server to ask, or it tells no trail.
    private func trail(against history: OwnHistory) async throws -> TrailFinding? {
        do {
            return try await client.checkTrail(
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

    private static func json(
        _ history: OwnHistory, _ trail: TrailFinding?, _ view: AuditView
    ) -> JSON {
        .object([
            "audit": .string(view.audit.hex), "ownChanges": JSON(history.count),
            "broken": history.broken.map { JSON(Int($0.n)) } ?? .null,
            "sound": .bool(history.broken == nil && trail?.fault == nil),
            "trail": trail.map { trail in
                .object([
                    "entries": JSON(Int(clamping: trail.entries)),
                    "fault": JSON(trail.fault?.message),
                    "head": JSON(Int(clamping: trail.head.sequence)),
                    "trail": .string(trail.head.trail.hex),
                    "serverRestored": .bool(trail.isAnotherEpoch),
                    "witnessed": trail.witnessed.map { JSON(Int($0)) } ?? .null,
                ])
            } ?? .null,
        ])
    }
}
