package import Shared

/// How far an audit is with healing its server, as the database remembers it.
package enum ReconcileStage: Hashable, Sendable {
    /// Laptop and server are in one epoch.
    case none
    /// The server is in this epoch, and what it lost has to be brought back.
    case due(EpochID)
    /// All is brought back; what is sent from now on needs a replica of the new epoch.
    case broughtBack
    /// There is such a replica: everything is pulled afresh.
    case entering
}
