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

        func counts(in audit: StoredAudit) -> Bool {
            switch self {
            case .unknown: false
            case .accepted: !audit.isOnServer
            case .proved: true
            }
        }
    }

    private let server: ServerKey?
    /// Whose each key is that somebody here accepted.
    private let accepted: [[UInt8]: PersonID]
    private let ended: [ReplicaID: UInt64]

    /// - Parameter server: The key of the server that this laptop has joined; nil before that.
    init(_ server: ServerKey?, in audit: StoredAudit, _ database: Database) throws {
        self.server = server
        let devices = try database.rows(
            "select replica, n from ended_device where audit = ?1", audit.number
        ) { row -> (ReplicaID, UInt64) in (try row.identifier(0), row.unsigned(1)) }
        ended = Dictionary(uniqueKeysWithValues: devices)
        let accepted = try database.rows(
            "select public_key, person from accepted_device where person is not null"
        ) { row -> ([UInt8], PersonID) in (row.blob(0), try row.identifier(1)) }
        self.accepted = Dictionary(accepted) { first, _ in first }
    }

    /// Whether it goes on for a device that was accepted, as whose ever that was.
    func isAccepted(_ proof: DeviceProof) -> Bool {
        proof.keys.indices.contains {
            accepted[proof.keys[$0].publicKey] != nil && proof.isLinked(from: $0)
        }
    }

    /// A certificate counts for the person whom it names, and an acceptance for the one as whose it
    /// was given; a device that has gone on for an accepted one is accepted too.
    func level(of chain: SignedChain, by person: PersonID) -> Level {
        let replica = chain.end.replica
        let proof = chain.device
        if let last = ended[replica], chain.end.n > last { return .unknown }
        // A device that enrolled itself stands on its own certificates.
        if proof.certificates.contains(where: { $0.replica != replica && ended[$0.replica] != nil })
        {
            return .unknown
        }
        guard provesOthers(of: proof, for: replica) else { return .unknown }
        let proved = server.flatMap { proof.person(of: replica, by: $0) }
        if let proved, proved == person || proof.isOwn(person) { return .proved }
        guard let own = proof.keys.firstIndex(where: { $0.replica == replica }),
            let known = proof.keys.firstIndex(where: {
                accepted[$0.publicKey].map { $0 == person || proof.isOwn(person) } == true
            }), proof.isLinked(from: min(own, known))
        else { return .unknown }
        return .accepted
    }

    /// Whether all other ids in which a chain's changes are said to be are its person's: no
    /// acceptance says so, only the server that proves whose it is.
    private func provesOthers(of proof: DeviceProof, for replica: ReplicaID) -> Bool {
        guard !proof.others.isEmpty else { return true }
        guard let server, proof.person(of: replica, by: server) != nil else { return false }
        return proof.otherIDs(of: replica, by: server) == Set(proof.others.map(\.person))
    }
}

extension ClientSchema {
    /// Format 10: no outcome comes from a file, and a key is one person's, who may have two ids.
    static let unbelieved = """
        -- The id of this device's first key, where the server knows that and `person` to be one.
        alter table home add column former blob;
        -- In whose name alone it was accepted; null for one that nothing here is signed by.
        alter table accepted_device add column person blob;
        update accepted_device set person = (select person from chain
          where source = 2 and trust = 1 and instr(proof, accepted_device.public_key) > 0 limit 1);
        -- What lies above a server's answers came beside the signed bytes of a file.
        update change set outcome = null, reason = null where outcome is not null and exists (
          select 1 from chain where chain.number = change.chain and chain.source = 2
            and change.n > chain.acknowledged);
        """
}
