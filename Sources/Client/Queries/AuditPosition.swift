package import Foundation
package import Reading
package import Shared

/// Where the work of an audit is: on this laptop alone, or on the server too.
package struct AuditPosition: Sendable {
    /// Own changes that no server has answered.
    package let unsent: Int
    package let isOnServer: Bool
    /// The server's last sequence as it was told; nil for an audit that was never synced.
    package let sequence: UInt64?
    /// Why the last sync stopped before its end; nil when it did not.
    package let stopped: StoppedSync?
}

/// What moves between a laptop and a server, as pages tell it.
extension ClientQueries {
    /// Those that are here, and those on their way.
    package func audits() throws -> [AuditID] { try store.audits() }

    /// Whether an audit's plan has come.
    package func isHere(_ audit: AuditID) throws -> Bool { try store.plan(audit) != nil }

    /// How much has come of an audit whose first pull is not at its end; nil of any other.
    package func arrival(of audit: AuditID) throws -> AuditArrival? {
        try store.pull.arrival(audit)
    }

    package func position(of audit: AuditID) throws -> AuditPosition {
        let standing = try store.pull.standing(audit)
        return AuditPosition(
            unsent: try store.push.queue(audit).count, isOnServer: standing?.isOnServer == true,
            sequence: standing?.checkpointSequence, stopped: try store.pull.stopped(audit))
    }

    /// When the server last said that nothing more waits, by this laptop's clock; nil for never.
    package func lastContact(of audit: AuditID) throws -> Date? {
        try store.pull.standing(audit)?.checkpointAt
    }

    /// The newest of what waits for the server, newest first.
    package func latestUnsent(of audit: AuditID, countMax: Int) throws -> [LoggedChange] {
        try store.log.unsent(audit, countMax: countMax)
    }

    /// Own changes that the server set aside or refused.
    package func notAccepted(of audit: AuditID) throws -> [LoggedChange] {
        try store.push.notAccepted(audit)
    }

    /// Files of evidence on their way to the server, and from there.
    package func evidenceTasks(
        of audit: AuditID
    ) throws -> (toSend: [EvidenceTask], toFetch: [EvidenceTask]) {
        (toSend: try store.evidence.toSend(audit), toFetch: try store.evidence.toFetch(audit))
    }

    /// Whether a file is known to be an audit's; one that findings refer to may not be.
    package func knowsEvidence(_ hash: Hash256, of audit: AuditID) throws -> Bool {
        try store.evidence.knows(hash, of: audit)
    }

    /// To a lead alone: devices that had something to send when the server heard of them last.
    package func deviceQueues(of audit: AuditID) throws -> [DeviceQueue] {
        try store.devices.queues(audit)
    }

    /// The devices of an audit: of all its people to a lead, her own to everybody else.
    ///
    /// Those that ended stand last, the others by whose they are; nothing is asked of a server.
    package func devices(of view: AuditView) throws -> [AuditDevice] {
        let written = try WritingDevices(of: view).all
        let told = try store.devices.told(view.audit)
        let ended = try store.devices.ended(view.audit)
        let this = try whoami()
        let unsent = try store.push.queue(view.audit).count
        let replicas = Set(written.keys).union(told.keys).union(ended.keys).union([this.replica])
        let all = replicas.map { replica in
            let work: AuditDevice.Work =
                if let n = ended[replica] { .ended(after: n) } else if replica == this.replica {
                    .here(unsent: unsent)
                } else {
                    told[replica].map { AuditDevice.Work.told(unsent: $0.unsent, at: $0.told) }
                        ?? .untold
                }
            let wrote = written[replica]?.last.map(Date.init(unixMilliseconds:))
            return AuditDevice(
                replica: replica,
                person: replica == this.replica
                    ? this.person : told[replica]?.person ?? written[replica]?.person,
                device: told[replica]?.device ?? "", changes: written[replica]?.changes ?? 0,
                work: work, heard: [wrote, told[replica]?.told].compactMap(\.self).max())
        }
        return all.filter { device in
            view.role == .lead || device.person.map(view.ids.contains) == true
        }.map { (device: $0, owner: $0.owner(in: view)) }.sorted { one, other in
            (one.device.work.isEnded ? 1 : 0, one.owner, one.device.name, one.device.replica)
                < (
                    other.device.work.isEnded ? 1 : 0, other.owner, other.device.name,
                    other.device.replica
                )
        }.map(\.device)
    }

    /// To a lead alone: how much the server keeps for the leads, as far as it has come here.
    package func quarantine(of audit: AuditID) throws -> QuarantineStore.Overview {
        try store.quarantine.overview(audit)
    }

    /// To a lead alone: a part of what the server keeps for the leads, in its order.
    package func quarantined(
        in audit: AuditID, from first: Int = 0, countMax: Int, plainOnly: Bool = false
    ) throws -> [QuarantinedItem] {
        try store.quarantine.waiting(
            audit, from: first, countMax: countMax, plainOnly: plainOnly)
    }
}

/// What was written on this laptop and elsewhere, record by record.
extension ClientQueries {
    /// A record as shown; empty when nothing of it is known.
    package func record(_ key: RecordKey) throws -> Record {
        try store.record(key) ?? Record(key: key)
    }

    /// Under which replicas this laptop has written.
    package func replicas() throws -> Set<ReplicaID> { Set(try store.replicas()) }

    /// The changes of a record in this laptop's chains that are told, newest first.
    package func logged(
        _ key: RecordKey, countMax: Int, where isTold: (Change) -> Bool
    ) throws -> [(change: Change, outcome: Trail.Outcome?)] {
        try store.log.changes(of: key, countMax: countMax, where: isTold)
    }

    /// What this laptop wrote into a register by certain edits, replaced since or not.
    package func ownJudgements(
        by edits: Set<EditID>, in field: FieldID, of audit: AuditID
    ) throws -> [EditID: Judgement] {
        var own: [EditID: Judgement] = [:]
        guard !edits.isEmpty else { return own }
        try store.log.ownChanges(audit) {
            guard edits.contains($0.change.edit) else { return }
            for write in $0.change.body.writes where write.field == field {
                own[$0.change.edit] = write.value?.judgement
            }
        }
        return own
    }
}
