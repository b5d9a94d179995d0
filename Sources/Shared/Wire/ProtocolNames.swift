/// The constants that both sides of the protocol spell alike.
package enum ProtocolNames {
    /// The version that this build speaks; N and N-1 are spoken.
    package static let version: UInt32 = 1
    /// The request and answer header that tells the version.
    package static let versionHeader = "Accord-Protocol"
    package static let protobuf = "application/x-protobuf"
    package static let json = "application/json"
    /// A stream of length-prefixed `PullItem`s.
    package static let pullStream = "application/x-accord-pull"

    package static let capabilities = "/v1/capabilities"
    package static let replicas = "/v1/replicas"
    package static let people = "/v1/people"
    package static let audits = "/v1/audits"

    package static func audit(_ audit: AuditID) -> String { "\(audits)/\(audit.hex)" }
    package static func changes(_ id: AuditID) -> String { audit(id) + "/changes" }
    package static func records(_ id: AuditID) -> String { audit(id) + "/records" }
    package static func digest(_ id: AuditID) -> String { audit(id) + "/digest" }
    package static func export(_ id: AuditID) -> String { audit(id) + "/export" }
}
