import Client
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Presentation

/// Turns every error into a page, or into a sentence where a script asked.
struct ErrorMiddleware: RouterMiddleware {
    typealias Context = WorkbenchContext

    let desk: Desk
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
        if request.isFromScript {
            let text = ([trouble.message + "."] + trouble.sentences).joined(separator: " ")
            return Response(json: JSONAnswer(trouble: text), status: trouble.status)
        }
        var frame = PageFrame(title: trouble.heading, side: "Workbench", home: Address.audits)
        frame.hasKeys = false
        let links: [PageFrame.Link] =
            trouble.isOutside ? [] : [PageFrame.Link("Your audits", Address.audits)]
        return Response(
            page: MessagePage(
                frame: frame, heading: trouble.heading, message: trouble.message,
                sentences: trouble.sentences, links: links, isError: trouble.isOutside),
            status: trouble.status)
    }

    private func answer(_ trouble: ReportedError, to request: Request) -> Response {
        let status = trouble.kind.status
        if request.isFromScript {
            return Response(json: JSONAnswer(trouble: trouble.message), status: status)
        }
        var frame = PageFrame(title: trouble.kind.heading, side: "Workbench", home: Address.audits)
        frame.hasKeys = false
        let (message, rest) = trouble.message.firstSentence
        return Response(
            page: MessagePage(
                frame: frame, heading: trouble.kind.heading, message: message,
                sentences: rest.isEmpty ? [] : [rest],
                links: [PageFrame.Link("Your audits", Address.audits)],
                isError: trouble.kind != .notFound),
            status: status)
    }
}

extension PageError {
    /// Whether whoever asked has not come in.
    fileprivate var isOutside: Bool {
        switch self {
        case .stranger, .noSession: true
        case .notFound, .badForm: false
        }
    }
}

extension String {
    /// What happened, without its full stop, and all that follows.
    fileprivate var firstSentence: (first: String, rest: String) {
        guard let end = range(of: ". ") else {
            return (hasSuffix(".") ? String(dropLast()) : self, "")
        }
        return (String(self[..<end.lowerBound]), String(self[end.upperBound...]))
    }
}
