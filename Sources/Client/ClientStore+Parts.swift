/// What is done with the database, each part beside the room that it serves.
extension ClientStore {
    package var pull: PullStore { PullStore(store: self) }
    package var push: PushStore { PushStore(store: self) }
    package var reconcile: ReconcileStore { ReconcileStore(store: self) }
    package var recovery: RecoveryStore { RecoveryStore(store: self) }
    package var bundles: BundleStore { BundleStore(store: self) }
    package var devices: DeviceStore { DeviceStore(store: self) }
    package var evidence: EvidenceQueue { EvidenceQueue(store: self) }
    package var events: EventStore { EventStore(store: self) }
    package var log: LogStore { LogStore(store: self) }
    package var stateIndex: StateIndex { StateIndex(store: self) }
}
