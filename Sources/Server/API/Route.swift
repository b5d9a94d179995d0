import HTTPTypes
import Hummingbird
import Shared
import SwiftProtobuf

/// One line of the sheet of routes.
struct Route: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let right: Right
    /// What it is for, in a few words.
    let meaning: String
    /// Those of the query and of headers; what stands in the path is told by its name.
    let parameters: [Parameter]
    let reads: ReadForm
    let answers: AnswerForm
    /// Beside those that follow from its right, and those that every route may answer.
    let ownProblems: Set<ProblemCode>
    let act: @Sendable (Call) async throws -> Response

    /// What whoever asks has to have.
    ///
    /// Whether she is a member or leads is looked up in the snapshot from which she is answered.
    enum Right: String, CaseIterable, Sendable {
        case nothing
        /// An invite in the body, or a device's token.
        case invite
        case token
        /// A device's token: exporters read, and do nothing else.
        case device
        case member, lead

        /// What of it the token alone shows.
        func check(_ call: Call) throws(Problem) {
            switch self {
            case .nothing, .invite: break
            case .token, .member: _ = try call.bearer
            case .device, .lead: _ = try call.bearer.device()
            }
        }

        /// What is told to whoever does not have it.
        var problems: Set<ProblemCode> {
            switch self {
            case .nothing, .invite: []
            case .token: [.tokenMissing, .tokenExpired, .replicaRetired]
            case .device, .member, .lead:
                Self.token.problems.union([.notAllowed, .notAMember, .auditUnknown])
            }
        }
    }

    /// What any request can meet, whatever it asks for.
    static let commonProblems: Set<ProblemCode> = [
        .malformed, .unsupportedEncoding, .tooLarge, .notFound, .methodNotAllowed, .protocolTooOld,
        .rateLimited, .overloaded, .storageFull, .bug,
    ]

    /// Every problem that it may answer.
    var problems: Set<ProblemCode> { ownProblems.union(right.problems).union(Self.commonProblems) }

    /// Whether a path is of this address; where `{name}` stands, anything may.
    func isAt(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let own = self.path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == own.count
            && zip(parts, own).allSatisfy { part, own in
                guard own.first == "{" else { return part == own }
                let rest = own.drop { $0 != "}" }.dropFirst()
                return part.count > rest.count && part.hasSuffix(rest)
                    && part.contains(":") == rest.contains(":")
            }
    }
}
