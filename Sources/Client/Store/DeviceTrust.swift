import GRDB
import Shared
import Storage

/// Whether an imported chain is known to be its person's (docs/merge.md, "Bundles").
struct DeviceTrust {
    /// How well it is known; the raw values are `chain.trust`.
    enum Level: Int64 {
        /// Nobody says so: it is kept apart, in nothing that is effective, counted or exported.
        case unknown = 0
        /// The person at this laptop compared the device's fingerprint with its owner.
        case accepted = 1
        /// The server has certified the device.
        case proved = 2

        /// Whether the chain has effect on this laptop until a server has it.
        func counts(in audit: AuditRow) -> Bool {
            switch self {
            case .unknown: false
            case .accepted: !audit.isOnServer
            case .proved: true
            }
        }
    }

    private let server: ServerKey?
    private let accepted: Set<[UInt8]>

    /// - Parameter server: The key of the server that this laptop has joined; nil before that.
    init(_ server: ServerKey?, _ database: Database) throws {
        self.server = server
        let rows = try SQLStatement("select public_key from accepted_device", in: database)
        defer { rows.reset() }
        var accepted: Set<[UInt8]> = []
        while try rows.step() { accepted.insert(rows.blob(0)) }
        self.accepted = accepted
    }

    /// A certificate counts for the person whom it names; a device that has gone on for an accepted
    /// one is accepted too.
    func level(of chain: BundleChain) -> Level {
        level(of: chain.replica, person: chain.person, chain.proof)
    }

    func level(of replica: ReplicaID, person: PersonID, _ proof: DeviceProof) -> Level {
        if let server, let proved = proof.person(of: replica, by: server),
            proved == person || proof.isOwn(person)
        {
            return .proved
        }
        guard let own = proof.keys.firstIndex(where: { $0.replica == replica }),
            let known = proof.keys.firstIndex(where: { accepted.contains($0.publicKey) }),
            proof.isLinked(from: min(own, known))
        else { return .unknown }
        return .accepted
    }
}
