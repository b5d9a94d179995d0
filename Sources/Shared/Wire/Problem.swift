import Foundation

/// Every error the server answers with (RFC 9457); `docs/protocol.md` lists them from here.
package enum ProblemCode: String, CaseIterable, Codable, Sendable {
    case malformed
    case unsupportedEncoding = "unsupported-encoding"
    case tokenMissing = "token-missing"
    case tokenExpired = "token-expired"
    case notAMember = "not-a-member"
    case notAllowed = "not-allowed"
    case notItsCreator = "not-its-creator"
    case inviteInvalid = "invite-invalid"
    case notFound = "not-found"
    case auditUnknown = "audit-unknown"
    case auditGone = "audit-gone"
    case replicaRetired = "replica-retired"
    case cursorExpired = "cursor-expired"
    case snapshotGone = "snapshot-gone"
    case gap
    case replicaForked = "replica-forked"
    case replicaTaken = "replica-taken"
    case tooManyDevices = "too-many-devices"
    case epochChanged = "epoch-changed"
    case tooLarge = "too-large"
    case protocolTooOld = "protocol-too-old"
    case rateLimited = "rate-limited"
    case overloaded
    case storageFull = "storage-full"
    case evidenceMissing = "evidence-missing"
    case evidenceDiffers = "evidence-differs"
    case uploadOffset = "upload-offset"
    case rangeUnsatisfiable = "range-unsatisfiable"
    case bug

    package var status: Int {
        switch self {
        case .malformed: 400
        case .tokenMissing, .tokenExpired: 401
        case .notAMember, .notAllowed, .notItsCreator, .inviteInvalid, .tooManyDevices: 403
        case .notFound, .auditUnknown, .evidenceMissing: 404
        case .gap, .replicaForked, .replicaTaken, .epochChanged, .uploadOffset: 409
        case .auditGone, .replicaRetired, .cursorExpired, .snapshotGone: 410
        case .tooLarge: 413
        case .unsupportedEncoding: 415
        case .rangeUnsatisfiable: 416
        case .evidenceDiffers: 422
        case .protocolTooOld: 426
        case .rateLimited: 429
        case .bug: 500
        case .overloaded: 503
        case .storageFull: 507
        }
    }

    /// Whether the same request may succeed later.
    package var retry: Problem.Retry {
        switch self {
        case .rateLimited, .overloaded, .storageFull, .evidenceMissing, .tooManyDevices, .bug:
            .after
        case .gap, .epochChanged, .cursorExpired, .tooLarge, .evidenceDiffers, .uploadOffset: .now
        case .malformed, .unsupportedEncoding, .tokenMissing, .tokenExpired,
            .notAMember, .notAllowed, .notItsCreator, .inviteInvalid, .notFound, .auditUnknown,
            .auditGone,
            .replicaRetired, .snapshotGone, .replicaForked, .replicaTaken, .protocolTooOld,
            .rangeUnsatisfiable:
            .never
        }
    }

    package var title: String {
        switch self {
        case .malformed: "The request is not of the form that this address takes."
        case .unsupportedEncoding: "The request's encoding or media type is not understood."
        case .tokenMissing: "The request carries no token."
        case .tokenExpired: "The token is not valid (any more) on this server."
        case .notAMember: "The token's person is not a member of this audit."
        case .notAllowed: "The token may not do this."
        case .notItsCreator: "An audit is made known by whoever began it."
        case .inviteInvalid: "The invite is unknown, used up or expired."
        case .notFound: "There is nothing at this address."
        case .auditUnknown: "The server does not know this audit."
        case .auditGone: "The audit was removed from this server."
        case .replicaRetired: "This device was retired."
        case .cursorExpired: "The cursor is not one that this server can resume from."
        case .snapshotGone: "That point of the history is no longer kept."
        case .gap: "The batch does not continue the replica's chain."
        case .replicaForked: "Another change is known under the same number."
        case .replicaTaken: "The replica belongs to somebody else."
        case .tooManyDevices: "The person has as many devices as the server allows."
        case .epochChanged: "The server was restored since the last contact."
        case .tooLarge: "The request is above the server's limit."
        case .protocolTooOld: "The server no longer speaks this version of the protocol."
        case .rateLimited: "This client asks more often than the server allows."
        case .overloaded: "The server has too much to do just now."
        case .storageFull: "The server has no room: its disk is full."
        case .evidenceMissing: "Nobody has uploaded this evidence into this audit yet."
        case .evidenceDiffers: "The uploaded bytes do not have the hash that was announced."
        case .uploadOffset: "The part does not begin where the upload stands."
        case .rangeUnsatisfiable: "The evidence has no bytes in that range."
        case .bug: "The server failed; the request had no effect."
        }
    }
}

/// A problem as it travels: `application/problem+json`.
package struct Problem: Error, Hashable, Codable, Sendable {
    /// Whether the same request is worth sending again, and when.
    package enum Retry: String, Codable, Sendable {
        case never, after, now
    }

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
    /// What the request or the server had instead, nil where nothing was compared.
    package let actual: String?
    /// Seconds, with `retry` "after".
    package let retryAfter: Int?

    /// Takes status, title and retry from the code.
    package init(
        _ code: ProblemCode, detail: String? = nil, expected: String? = nil,
        actual: String? = nil, retryAfter: Int? = nil
    ) {
        self.code = code
        status = code.status
        title = code.title
        self.detail = detail
        retry = code.retry
        self.expected = expected
        self.actual = actual
        self.retryAfter = retryAfter
    }

    package static let mediaType = "application/problem+json"

    /// Sorted, compact JSON.
    package var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(self))
        } catch {
            preconditionFailure("A problem has only strings and numbers, which encode: \(error)")
        }
    }

    /// Reads a problem; nil when the bytes are not one of ours.
    package init?(json: [UInt8]) {
        guard let problem = try? JSONDecoder().decode(Problem.self, from: Data(json)) else {
            return nil
        }
        self = problem
    }
}
