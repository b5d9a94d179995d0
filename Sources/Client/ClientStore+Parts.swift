import Shared

/// What is done with the database, each part beside the room that it serves.
extension ClientStore {
    package var pull: PullStore { PullStore(store: self) }
    package var push: PushStore { PushStore(store: self) }
    package var reconcile: ReconcileStore { ReconcileStore(store: self) }
    package var recovery: RecoveryStore { RecoveryStore(store: self) }
    package var bundles: BundleStore { BundleStore(store: self) }
    package var devices: DeviceStore { DeviceStore(store: self) }
    package var quarantine: QuarantineStore { QuarantineStore(store: self) }
    package var evidence: EvidenceQueue { EvidenceQueue(store: self) }
    package var events: EventStore { EventStore(store: self) }
    package var log: LogStore { LogStore(store: self) }
    package var stateIndex: StateIndex { StateIndex(store: self) }

    /// One record as shown; an empty one where nothing of it is known.
    func record(orEmpty key: RecordKey) throws -> Record { try record(key) ?? Record(key: key) }

    /// A component's record, then those of its states in every environment and round.
    func records(of component: ComponentID, in audit: AuditID) throws -> [Record] {
        var records = [try record(orEmpty: .component(audit, component))]
        try stateIndex.states(of: component, in: audit) { records.append($0) }
        return records
    }
}
