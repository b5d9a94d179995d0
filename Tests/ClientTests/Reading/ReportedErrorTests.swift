@testable import Client
import Foundation
import GRDB
import HTTPClient
import Presentation
import Reading
import Shared
import Testing

/// Errors in words (`ReportedError+Client.swift`).
struct ReportedErrorTests {
    private static let errors: [(any Error, ReportedError.Kind)] = [
        (ClientError.noHome(path: "/a"), .notFound), (ClientError.notJoined, .settings),
        (
            AuditError.catalogueDiffers(
                pinned: "1", found: CataloguePin(version: "2", files: .zero)), .settings
        ),
        (
            ClientError.invalidRows(
                BulkInputError(problems: [RowProblem(line: 1, column: nil, advice: "x")])),
            .badInput
        ),
        (AuditError.ambiguous(what: "audit", name: "", candidates: ["a"]), .usage),
        (AuditError.catalogue(.empty(folder: "x")), .settings),
        (ClientError.transport(.unreachable(host: "H", detail: "d")), .unreachable),
        (ClientError.transport(.certificate(detail: "d")), .notOurServer),
        (TransportError.notOurServer(detail: "d"), .notOurServer),
        (TransportError.plainHTTPRefused(url: "http://h"), .usage),
        (Problem(.notAMember), .notAllowed), (Problem(.overloaded), .busy),
        (ServerCallError.transport(.timedOut), .unreachable),
        (ServerCallError.problem(Problem(.overloaded)), .busy),
        (Problem(.protocolTooOld), .newer), (ClientError.blocked(.forked), .notAllowed),
        (ClientError.blocked(.serverRestored(acknowledged: 3)), .notOurServer),
        (CancellationError(), .busy), (InvitingError.notJoined, .settings),
        (InvitingError.unreached(.timedOut), .unreachable),
        (InvitingError.refused(Problem(.invitesOff)), .notAllowed),
        (InvitingError.refused(Problem(.tooManyInvites)), .notAllowed),
        (InvitingError.refused(Problem(.notAllowed)), .notAllowed),
        (InvitingError.refused(Problem(.auditUnknown)), .notFound),
        (InvitingError.refused(Problem(.malformed)), .badInput),
        (InvitingError.refused(Problem(.overloaded)), .busy),
    ]

    @Test(arguments: errors.indices)
    func `an error has a kind and whole sentences`(index: Int) {
        let (error, kind) = Self.errors[index]
        let trouble = ReportedError(error)
        #expect(trouble.kind == kind)
        #expect(trouble.message.first?.isLowercase == false)
        #expect(!trouble.message.hasSuffix("\n"))
    }

    @Test(arguments: [
        TransportError.invalidURL(detail: "d"), .unreachable(host: "h", detail: "d"), .timedOut,
        .certificate(detail: "d"), .cut(receivedBytes: 1), .tooLarge(limit: 1), .cancelled,
        .plainHTTPRefused(url: "u"), .malformedRequest(detail: "d"), .notOurServer(detail: "d"),
        .refusedOnTheWay(status: 407), .refusedOnTheWay(status: 403),
    ])
    func `whatever happens on the way, the findings are said to be safe`(error: TransportError) {
        #expect(ReportedError(error).message.contains("Your findings are safe on this laptop."))
    }

    @Test(arguments: ProblemCode.allCases)
    func `every problem says that the findings are safe and what to do`(code: ProblemCode) {
        let message = ReportedError(Problem(code, detail: "it said so")).message
        #expect(message.contains("Your findings are safe"))
        #expect(message.contains("(it said so)"))
    }

    @Test func `what a library says never reaches a person`() {
        struct Unknown: Error { let secret = "internals" }
        for error: any Error in [
            CocoaError(.fileReadNoSuchFile), POSIXError(.ENOTDIR), Unknown(),
            CocoaError(.fileReadNoPermission, userInfo: [NSFilePathErrorKey: "/a/b"]),
            DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "unable to open database file"),
        ] {
            let message = ReportedError(error).message
            for word in ["Error", "Domain", "internals", "unable", "NS", "Optional"] {
                #expect(!message.contains(word), "\(message)")
            }
            #expect(message.contains("safe"), "\(message)")
        }
        #expect(ReportedError(Unknown()).kind == .bug)
        #expect(ReportedError(POSIXError(.ENOTDIR)).kind == .disk)
    }

    @Test func `a change that the way refused is told as it waits`() {
        let problem = Problem(.tooLarge, detail: "the server refused change 12; it stays")
        #expect(
            ReportedError(SyncBlock.refused(problem)).message
                == "Not everything was exchanged: the server refused change 12; it stays. "
                + "Your findings are safe on this laptop.")
    }
}
