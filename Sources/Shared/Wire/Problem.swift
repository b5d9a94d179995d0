import Foundation

/// Every error the server answers with (RFC 9457); `docs/protocol.md` lists them from here.
package enum ProblemCode: String, CaseIterable, Codable, Sendable {
    case malformed, unsupportedEncoding = "unsupported-encoding"
    case tokenMissing = "token-missing", tokenExpired = "token-expired"
    case notAMember = "not-a-member", notAllowed = "not-allowed", notItsCreator = "not-its-creator"
    case inviteInvalid = "invite-invalid"
    case invitesOff = "invites-off", tooManyInvites = "too-many-invites"
    case methodNotAllowed = "method-not-allowed"
    case notFound = "not-found", auditUnknown = "audit-unknown", auditGone = "audit-gone"
    case replicaRetired = "replica-retired"
    case cursorExpired = "cursor-expired", snapshotGone = "snapshot-gone"
    case gap, replicaForked = "replica-forked", replicaTaken = "replica-taken"
    case tooManyDevices = "too-many-devices"
    case epochChanged = "epoch-changed"
    case tooLarge = "too-large", protocolTooOld = "protocol-too-old"
    case rateLimited = "rate-limited", overloaded, storageFull = "storage-full"
    case evidenceMissing = "evidence-missing", evidenceDiffers = "evidence-differs"
    case uploadOffset = "upload-offset", rangeUnsatisfiable = "range-unsatisfiable"
    case awaitingDecision = "awaiting-decision"
    case bug

    package var status: Int { meaning.status }
    package var retry: Problem.Retry { meaning.retry }
    package var title: String { meaning.title }

    private var meaning: (status: Int, retry: Problem.Retry, title: String) {
        switch self {
        case .malformed: (400, .never, "The request is not of the form that this address takes.")
        case .unsupportedEncoding:
            (415, .never, "The request's encoding or media type is not understood.")
        case .tokenMissing: (401, .never, "The request carries no token.")
        case .tokenExpired: (401, .never, "The token is not valid (any more) on this server.")
        case .notAMember: (403, .never, "The token's person is not a member of this audit.")
        case .notAllowed: (403, .never, "The token may not do this.")
        case .notItsCreator: (403, .never, "An audit is made known by whoever began it.")
        case .inviteInvalid: (403, .never, "The invite is unknown, used up or expired.")
        case .invitesOff: (403, .never, "Leads write no invites on this server.")
        case .tooManyInvites:
            (403, .after, "The lead has as many open invites as the server allows.")
        case .notFound: (404, .never, "There is nothing at this address.")
        case .methodNotAllowed: (405, .never, "This address does not take that method.")
        case .auditUnknown: (404, .never, "The server does not know this audit.")
        case .auditGone: (410, .never, "The audit was removed from this server.")
        case .replicaRetired: (410, .never, "This device was retired.")
        case .cursorExpired: (410, .now, "The cursor is not one that this server can resume from.")
        case .snapshotGone: (410, .never, "That point of the history is no longer kept.")
        case .gap: (409, .now, "The batch does not continue the replica's chain.")
        case .replicaForked: (409, .never, "Another change is known under the same number.")
        case .replicaTaken: (409, .never, "The replica belongs to somebody else.")
        case .tooManyDevices: (403, .after, "The person has as many devices as the server allows.")
        case .epochChanged: (409, .now, "The server was restored since the last contact.")
        case .tooLarge: (413, .now, "The request is above the server's limit.")
        case .protocolTooOld:
            (426, .never, "The server no longer speaks this version of the protocol.")
        case .rateLimited: (429, .after, "This client asks more often than the server allows.")
        case .overloaded: (503, .after, "The server has too much to do just now.")
        case .storageFull: (507, .after, "The server has no room: its disk is full.")
        case .evidenceMissing:
            (404, .after, "Nobody has uploaded this evidence into this audit yet.")
        case .evidenceDiffers:
            (422, .now, "The uploaded bytes do not have the hash that was announced.")
        case .uploadOffset: (409, .now, "The part does not begin where the upload stands.")
        case .rangeUnsatisfiable: (416, .never, "There are no bytes in that range.")
        case .awaitingDecision:
            (409, .after, "Findings wait for a lead's decision, and “strict” refuses them.")
        case .bug: (500, .after, "The server failed; the request had no effect.")
        }
    }
}

/// A problem as it travels: `application/problem+json`.
package struct Problem: Error, Hashable, Codable, Sendable {
    /// Whether the same request is worth sending again, and when.
    package enum Retry: String, Codable, Sendable { case never, after, now }

    /// What programs go by; the other parts may be worded anew.
    package let code: ProblemCode
    /// The HTTP status, repeated so that the body says it all.
    package let status: Int
    package let title: String
    /// What was wrong with this very request; never holds content or secrets.
    package let detail: String?
    package let retry: Retry
    /// What would have been right; nil where nothing was compared.
    package let expected: String?
    /// What the request or the server had instead; nil likewise.
    package let actual: String?
    /// Seconds, with `retry` "after".
    package let retryAfter: Int?

    package init(
        _ code: ProblemCode, detail: String? = nil, expected: String? = nil,
        actual: String? = nil, retryAfter: Int? = nil
    ) {
        self.code = code
        status = code.status
        retry = code.retry
        title = code.title
        self.detail = detail
        self.expected = expected
        self.actual = actual
        self.retryAfter = retryAfter
    }

    package static let mediaType = "application/problem+json"

    /// As sorted, compact JSON.
    package var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return [UInt8](try encoder.encode(self)) } catch {
            preconditionFailure("A problem has only strings and numbers, which encode: \(error)")
        }
    }

    /// Reads a problem; nil when the bytes are not one of ours.
    package init?(json: [UInt8]) {
        guard let problem = try? JSONDecoder().decode(Problem.self, from: Data(json))
        else { return nil }
        self = problem
    }
}
