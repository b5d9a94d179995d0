import Shared
import Synchronization

/// The replicas under which this process writes, one for each lead in whose name it does.
///
/// New at every start and in every epoch, so that a database that was put back to an older state
/// never makes it write a number twice.
final class OwnReplicas: Sendable {
    private struct Use: Hashable {
        let lead: PersonID
        let epoch: EpochID
    }

    private let known = Mutex<[Use: ReplicaID]>([:])
    private let draw: @Sendable () -> ReplicaID

    init(draw: @escaping @Sendable () -> ReplicaID) {
        self.draw = draw
    }

    func replica(of lead: PersonID, in epoch: EpochID) -> ReplicaID {
        known.withLock { known in
            let use = Use(lead: lead, epoch: epoch)
            if let replica = known[use] { return replica }
            let replica = draw()
            known[use] = replica
            return replica
        }
    }
}
