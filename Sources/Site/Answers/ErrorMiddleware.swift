import Client
import Foundation
import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore
import NIOHTTP1
import Shared

/// Turns every error into a page, or into a sentence where a script asked.
package struct ErrorMiddleware: RouterMiddleware {
    package typealias Context = SiteContext

    private let site: Site?
    private let isIn: @Sendable (Request) -> Bool
    private let log: Logger

    /// - Parameters:
    ///   - site: Nil where there is no home yet.
    ///   - isIn: Whether a request may be told of the site's audits.
    package init(
        of site: Site?, log: Logger, isIn: @escaping @Sendable (Request) -> Bool
    ) {
        self.site = site
        self.isIn = isIn
        self.log = log
    }

    package func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let typed = TypedTexts()
        do {
            return try await TypedTexts.$ofRequest.withValue(typed) {
                try await next(request, context)
            }
        } catch {
            return await answer(told(of: error), to: request, giving: typed.text)
        }
    }

    private func told(of error: any Error) -> Told {
        switch error {
        case let trouble as PageError: return Told(trouble)
        case is NIOTooManyBytesError: return Told(.tooLarge)
        // A chunk that is none, or a body that was cut off.
        case is HTTPParserError: return Told(.badForm)
        case let error as HTTPError: return Told(error.status == .notFound ? .notFound : .badForm)
        default:  // open set: whatever else can be thrown
            let trouble = ReportedError(error)
            log.error("a page failed", metadata: ["trouble.kind": "\(trouble.kind.rawValue)"])
            return Told(trouble)
        }
    }

    /// A page, or the text alone where a script asked.
    ///
    /// - Parameter typed: What was typed into the form, which the page that had it may have lost.
    private func answer(
        _ told: Told, to request: Request, giving typed: String?
    ) async -> Response {
        guard !request.isFromScript
        else { return Response(json: JSONAnswer(trouble: told.text), status: told.status) }
        let audit = told.leadsOn ? AuditID(in: request) : nil
        // An audit that cannot be opened has no frame: the page tells of it all the same.
        let framed = try? await frame(told.heading, of: audit, for: request)
        let frame =
            framed
            ?? PageFrame(
                nobodys: told.heading, side: site?.host.name ?? "Accord", copy: site?.host.copy)
        let links =
            framed == nil
            ? [PageFrame.Link("Your audits", Address.audits)]
            : audit.map(PageFrame.Link.ways(in:)) ?? []
        return Response(
            page: MessagePage(
                frame: frame, heading: told.heading, message: told.message,
                sentences: told.sentences, typed: typed, links: told.leadsOn ? links : [],
                isError: told.isError, symbol: told.isError ? "i-error" : "i-search"),
            status: told.status)
    }

    /// The bars of the audit that was asked for; nil for whoever has not come in.
    private func frame(
        _ title: String, of audit: AuditID?, for request: Request
    ) async throws -> PageFrame? {
        guard let site, let audit, isIn(request)
        else { return nil }
        return try await site.run { context in
            try PageFrame(title, nil, of: context.view(of: audit), in: context)
        }
    }
}

extension ErrorMiddleware {
    /// What went wrong, as a page tells it.
    fileprivate struct Told {
        let status: HTTPResponse.Status
        let heading: String
        let message: String
        var sentences: [String]
        /// Whoever has not come in is led nowhere.
        let leadsOn: Bool
        let isError: Bool
        /// For a script, which puts it into the page that is there.
        let text: String

        init(_ trouble: PageError) {
            (heading, message, sentences) = trouble.words
            status =
                switch trouble {
                case .notFound: .notFound
                case .arriving: .serviceUnavailable
                case .outside: .forbidden
                case .badForm: .unprocessableContent
                case .tooLarge: .contentTooLarge
                }
            leadsOn = status != .forbidden
            isError = ![.notFound, .serviceUnavailable].contains(status)
            text = ([message + "."] + sentences).joined(separator: " ")
        }

        init(_ trouble: ReportedError) {
            (status, heading) = trouble.kind.page
            let (first, rest) = trouble.message.firstSentence
            message = first
            sentences = rest.isEmpty ? [] : [rest]
            leadsOn = true
            isError = trouble.kind != .notFound
            text = trouble.message
        }
    }
}

extension AuditID {
    /// The one that an address begins with; nil where it names none.
    fileprivate init?(in request: Request) {
        let parts = request.uri.path.split(separator: "/")
        guard parts.count > 1, parts[0] == "audits" else { return nil }
        self.init(hex: String(parts[1]))
    }
}

extension PageFrame.Link {
    /// The first ways on from what is not there.
    fileprivate static func ways(in audit: AuditID) -> [PageFrame.Link] {
        [
            PageFrame.Link("My work", Address.audit(audit)),
            PageFrame.Link("Search", Address.search(audit)),
        ]
    }
}

extension ReportedError.Kind {
    package var page: (status: HTTPResponse.Status, heading: String) {
        switch self {
        case .usage, .badInput: (.unprocessableContent, "Not saved")
        case .disk: (.init(code: 507, reasonPhrase: "Insufficient Storage"), "Not saved")
        case .busy: (.serviceUnavailable, "Not saved")
        case .notAllowed: (.forbidden, "Not saved")
        case .notFound: (.notFound, "Page not found")
        case .unreachable, .notOurServer: (.badGateway, "Not synced")
        case .bug, .newer, .settings: (.internalServerError, "Accord cannot go on")
        }
    }
}

extension String {
    fileprivate var firstSentence: (first: String, rest: String) {
        guard let end = range(of: ". ")
        else { return (hasSuffix(".") ? String(dropLast()) : self, "") }
        return (String(self[..<end.lowerBound]), String(self[end.upperBound...]))
    }
}
