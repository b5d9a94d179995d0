import Foundation
import HTTPClient
import Shared

/// What a laptop has when it pulls.
struct PullStart {
    /// The sealed cursor that the last piece ended with; nil asks for everything.
    let cursor: [UInt8]?
    /// The number of the own chain up to which its outcomes are known.
    let acknowledged: UInt64
    /// The tag of the last checkpoint; nil wants an answer in any case, one of a quota among them.
    let known: PullTag?
    /// The ordinal up to which it is known what leads made of own changes.
    var settled: UInt64 = 0
    /// The ordinal up to which it is known what devices have not sent; only leads are told.
    var queues: UInt64 = 0
    /// How many own changes wait, and since when, in whole seconds; 0 for none.
    var unsent: (count: Int, age: Int) = (0, 0)
    /// How long the server may wait for news, in whole seconds; nil answers at once.
    var hold: Duration?
    /// How long a line that is held may be silent, beyond the wait itself.
    private static let holdMargin = Duration.seconds(15)

    /// The pull's request, kept short: nearly every sync of a waiting team is just this.
    func request(of audit: AuditID, countMax: Int) -> TransportRequest {
        var path = "\(ProtocolNames.records(audit))?ack=\(acknowledged)&limit=\(countMax)"
        if let cursor { path += "&since=\(cursor.base64URL)" }
        path += "&resolved=\(settled)"
        if queues > 0 { path += "&queues=\(queues)" }
        if unsent.count > 0 { path += "&unsent=\(unsent.count)&unsent_age=\(unsent.age)" }
        if let hold { path += "&wait=\(hold.components.seconds)" }
        let headers = known.map { [HeaderField("If-None-Match", "\"\($0.text)\"")] } ?? []
        return TransportRequest(
            .get, path, headers: headers, noProgressTimeout: hold.map { $0 + Self.holdMargin })
    }
}

extension PullStart {
    /// Continues behind a piece that is not stored yet.
    init(behind cursor: [UInt8], of opening: PullOpening, unsent: (count: Int, age: Int)) {
        self.init(
            cursor: cursor, acknowledged: opening.acknowledgement.end.n, known: nil,
            settled: opening.resolutions.ordinal, queues: opening.queues.ordinal, unsent: unsent)
    }

    /// Where the laptop stands, and what of its work is still to come.
    init(of audit: AuditID, in store: ClientStore, at now: Date) throws {
        try self.init(of: audit, in: store)
        let queue = try store.push.queue(audit)
        let age = queue.oldest.map { now.timeIntervalSince($0) } ?? 0
        // A clock may have been put back since; nothing is ever of the future.
        unsent = (queue.count, Int(max(0, min(age, TimeInterval(Int32.max)))))
    }

    init(of audit: AuditID, in store: ClientStore) throws {
        (cursor, acknowledged, settled) = try store.pull.pullStart(audit)
        queues = try store.devices.queuesKnown(audit)
        // Without a cursor everything is wanted again, whatever the last checkpoint was.
        // No 304 tells that a quota was raised, so whoever has nearly used hers asks in any case.
        let isShort = try store.quotas(audit)?.areNearlyUsed ?? false
        let isComplete =
            try cursor != nil && !isShort && store.pull.hasCheckedOlderChains(audit)
        let sequence = isComplete ? try store.pull.standing(audit)?.checkpointSequence : nil
        let ended = try store.devices.endedStamp(audit)
        let kept = try store.quarantine.told(audit)
        known = try store.reconcile.epoch(audit).flatMap { epoch in
            sequence.map { PullTag(epoch: epoch, sequence: $0, ended: ended, kept: kept) }
        }
    }
}
