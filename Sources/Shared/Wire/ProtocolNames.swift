/// The constants that both sides of the protocol spell alike.
package enum ProtocolNames {
    /// The version that this build speaks; N and N-1 are spoken.
    package static let version: UInt32 = 1
    package static let versionHeader = "Accord-Protocol"
    /// Behind which place the next page of a list begins; none where this is the last one.
    package static let nextHeader = "Accord-Next"
    /// The media type of every other message.
    package static let protobuf = "application/x-protobuf"
    /// Messages also travel in protobuf's JSON mapping.
    package static let json = "application/json"
    /// A stream of length-prefixed `PullItem`s.
    package static let pullStream = "application/x-accord-pull"
    /// What the server speaks and how much it takes; needs no token.
    package static let capabilities = "/v1/capabilities"
    package static let replicas = "/v1/replicas"
    package static let people = "/v1/people"
    package static let audits = "/v1/audits"

    package static func audit(_ audit: AuditID) -> String { "\(audits)/\(audit.hex)" }
    /// Where an audit takes pushes, and answers the chain of one replica.
    package static func changes(_ id: AuditID) -> String { audit(id) + "/changes" }
    package static func records(_ id: AuditID) -> String { audit(id) + "/records" }
    /// Where an audit tells its head and the sums that records are compared by.
    package static func digest(_ id: AuditID) -> String { audit(id) + "/digest" }
    /// Where laptops bring back what a restored server lost.
    package static func heal(_ id: AuditID) -> String { audit(id) + "/reconcile" }
    /// Where leads write invites into their audit; each lies below it by its id.
    package static func invites(_ id: AuditID) -> String { audit(id) + "/invites" }
    /// Where leads see what is kept for them; each lies below it by its id.
    package static func quarantine(_ id: AuditID) -> String { audit(id) + "/quarantine" }
    /// Where the link of an invite leads; what is behind # never reaches the server.
    package static let join = "/join"
    package static func trail(_ id: AuditID) -> String { audit(id) + "/trail" }
    /// Where an audit is read as rows for scripts and spreadsheets.
    package static func export(_ id: AuditID) -> String { audit(id) + "/export" }
    /// Where one file of an audit's evidence is read.
    package static func blob(_ id: AuditID, _ hash: Hash256) -> String {
        "\(audit(id))/blobs/\(hash.hex)"
    }
    /// Where an upload of evidence into an audit is begun; each lies below it by its id.
    package static func uploads(_ id: AuditID) -> String { audit(id) + "/uploads" }

    /// How many bytes of an upload the server has; where a part begins.
    package static let uploadOffset = "Upload-Offset"
    /// `?1` when nothing is missing or follows, else `?0`.
    package static let uploadComplete = "Upload-Complete"
    package static let uploadLength = "Upload-Length"
    /// The SHA-256 of the whole file: `sha-256=:` base64 `:` (RFC 9530).
    package static let digest = "Repr-Digest"
    /// The media type of a part of an upload.
    package static let partialUpload = "application/partial-upload"
}
