import Client
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Shared

/// Turns every error into a page, or into a sentence where a script asked.
struct ErrorMiddleware: RouterMiddleware {
    typealias Context = WorkbenchContext

    let log: Logger

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let trouble as PageError {
            return answer(trouble, to: request)
        } catch is NIOTooManyBytesError {
            return answer(.badForm, to: request)
        } catch let error as HTTPError {
            return answer(error.status == .notFound ? .notFound : .badForm, to: request)
        } catch {
            let trouble = ReportedError(error)
            log.error("a page failed", metadata: ["trouble.kind": "\(trouble.kind.rawValue)"])
            return answer(trouble, to: request)
        }
    }

    private func answer(_ trouble: PageError, to request: Request) -> Response {
        let (heading, message, sentences) = trouble.words
        let status: HTTPResponse.Status =
            switch trouble {
            case .notFound: .notFound
            case .stranger, .noSession: .forbidden
            case .badForm: .unprocessableContent
            }
        // Whoever has not come in is led nowhere.
        let isOutside = status == .forbidden
        return answer(
            request, status, heading, message, sentences, leadsOn: !isOutside, isError: isOutside,
            text: ([message + "."] + sentences).joined(separator: " "))
    }

    private func answer(_ trouble: ReportedError, to request: Request) -> Response {
        let (status, heading) = trouble.kind.page
        let (message, rest) = trouble.message.firstSentence
        return answer(
            request, status, heading, message, rest.isEmpty ? [] : [rest], leadsOn: true,
            isError: trouble.kind != .notFound, text: trouble.message)
    }

    /// A page, or the text alone where a script asked.
    private func answer(
        _ request: Request, _ status: HTTPResponse.Status, _ heading: String, _ message: String,
        _ sentences: [String], leadsOn: Bool, isError: Bool, text: String
    ) -> Response {
        guard !request.isFromScript
        else { return Response(json: JSONAnswer(trouble: text), status: status) }
        let page = MessagePage(
            frame: PageFrame(title: heading, side: "Workbench", hasKeys: false),
            heading: heading, message: message, sentences: sentences,
            links: leadsOn ? [PageFrame.Link("Your audits", Address.audits)] : [],
            isError: isError, symbol: isError ? "i-error" : "i-search")
        return Response(page: page, status: status)
    }
}

extension ReportedError.Kind {
    var page: (status: HTTPResponse.Status, heading: String) {
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
