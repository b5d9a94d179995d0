import HTTPTypes
import Hummingbird
import Shared
import SwiftProtobuf

/// One line of the sheet of routes.
struct Route: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let right: Right
    /// What it reads and answers, as docs/protocol.md names it.
    let reads: String
    let answers: String
    /// Beside those that follow from its right, and those that every route may answer.
    let ownProblems: Set<ProblemCode>
    let act: @Sendable (Request, AccordRequestContext) async throws -> Response

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

/// What a route reads of its request's body.
struct Reads<Body>: Sendable {
    let name: String
    let read: @Sendable (Request) async throws -> Body
}

extension Reads where Body == Void {
    static let nothing = Reads(name: "") { _ in }
    /// Its function takes the body as it comes.
    static let pieces = Reads(name: "bytes") { _ in }
}

extension Reads where Body: SwiftProtobuf.Message {
    static func message(_ type: Body.Type, upTo bytesMax: Int) -> Reads {
        Reads(name: type.documentedName) { try await $0.message(type, bytesMax: bytesMax) }
    }
}

extension Reads where Body: Decodable & Sendable {
    /// - Parameter empty: What an empty body says.
    static func json(_ empty: Body, upTo bytesMax: Int) -> Reads {
        Reads(name: "JSON") {
            try await $0.json(Body.self, orElse: empty, bytesMax: bytesMax)
        }
    }
}

/// What a route answers when nothing is wrong.
struct Answers<Answer>: Sendable {
    let name: String
    let make: @Sendable (Answer, Request) throws -> Response
}

extension Answers where Answer == Response {
    static func response(_ name: String) -> Answers { Answers(name: name) { answer, _ in answer } }
}

extension Answers where Answer == String {
    static func text(_ meaning: String) -> Answers {
        Answers(name: "text: " + meaning) { text, _ in
            Response("text/plain; charset=utf-8", [UInt8](text.utf8))
        }
    }
}

extension Answers where Answer: SwiftProtobuf.Message {
    /// In JSON where the request prefers it.
    static func message(_ type: Answer.Type) -> Answers {
        Answers(name: type.documentedName) { try $1.answer($0) }
    }
}

extension Answers where Answer: Encodable & Sendable {
    static func json(_ type: Answer.Type) -> Answers {
        Answers(name: "JSON") { answer, _ in try .json(answer) }
    }
}

extension SwiftProtobuf.Message {
    /// The message's name in accord.proto, as docs/protocol.md has it.
    fileprivate static var documentedName: String {
        "`\(protoMessageName.split(separator: ".").last ?? "")`"
    }
}
