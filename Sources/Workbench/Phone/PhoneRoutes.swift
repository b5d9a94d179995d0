import Client
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Reading
import Shared
import Site

/// All that a phone in the network can ask for: one page, its two files, and sending to it.
struct PhoneRoutes {
    let site: Site
    let passes: PhonePasses
    let log: Logger

    func router() -> Router<SiteContext> {
        let router = Router(context: SiteContext.self)
        router.addMiddleware {
            PolicyMiddleware()
            PhoneMiddleware(passes: passes, log: log)
        }
        router.get("/p/:code") { request, context in try await page(request, context) }
        router.post("/p/:code") { request, context in try await takeForm(request, context) }
        router.put("/p/:code") { request, context in try await takeFile(request, context) }
        router.get("/p/:code/:asset") { request, context in try asset(request, context) }
        return router
    }

    private func page(_ request: Request, _ context: SiteContext) async throws -> Response {
        let code = context.parameters.get("code") ?? ""
        let (pass, new) = try passes.enter(code, secret: request.phoneSecret)
        var response = try await shown(pass)
        if let new {
            response.headers[.setCookie] =
                "\(Request.phoneCookie)=\(new); Path=/p/\(code); HttpOnly; SameSite=Strict; "
                + "Max-Age=\(PhonePass.life.components.seconds)"
        }
        return response
    }

    /// Whatever the page loads asks for the page's own right; nothing else is an asset here.
    private func asset(_ request: Request, _ context: SiteContext) throws -> Response {
        let code = context.parameters.get("code") ?? ""
        let name = context.parameters.get("asset") ?? ""
        guard let secret = request.phoneSecret, ["accord.css", "phone.js"].contains(name)
        else { throw PhoneError.closed }
        _ = try passes.enter(code, secret: secret)
        return try Response(asset: name)
    }

    /// A form with files, as a browser sends it without a script.
    private func takeForm(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let sending = try PhoneSending(request, context, passes, site)
        do {
            try await sending.takeForm()
        } catch  where !(error is PageError) && error as? PhoneError != .closed {
            let words = (error as? PhoneError)?.words ?? ReportedError(error).message
            return try await shown(sending.pass, refusal: words)
        }
        return .seeOther("/p/\(sending.pass.code)")
    }

    /// One file as it is, from the page's script.
    private func takeFile(
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        let words = try await PhoneSending(request, context, passes, site).takeFile()
        return Response(json: JSONAnswer.saved(words))
    }

    private func shown(_ pass: PhonePass, refusal: String? = nil) async throws -> Response {
        let page = try await site.run { try PhonePage(pass, in: $0, refusal: refusal) }
        return Response(
            html: PageTemplates.embedded.html(of: page, template: PhonePage.template),
            status: refusal == nil ? .ok : .unprocessableContent)
    }
}

/// Turns away what names another host or comes from another page, and tells why in a sentence.
struct PhoneMiddleware: RouterMiddleware {
    typealias Context = SiteContext

    let passes: PhonePasses
    let log: Logger

    func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            guard request.head.authority == passes.authority else { throw PhoneError.stranger }
            // Every browser of a phone names the page that sends a form or a file.
            if request.method != .get, request.headers[.origin] != "http://\(passes.authority)" {
                throw PhoneError.stranger
            }
            return try await next(request, context)
        } catch let error as PhoneError {
            return answer(error.status, error.words, to: request)
        } catch is HTTPError {
            return answer(.notFound, PhoneError.closed.words, to: request)
        } catch is HTTPParserError {
            // A phone that went away within a file.
            return answer(.badRequest, "\(PageError.badForm.words.message).", to: request)
        } catch let error as PageError {
            let words = error.words
            return answer(.unprocessableContent, "\(words.message).", to: request)
        } catch {
            let trouble = ReportedError(error)
            log.error("a phone failed", metadata: ["trouble.kind": "\(trouble.kind.rawValue)"])
            return answer(trouble.kind.page.status, trouble.message, to: request)
        }
    }

    private func answer(
        _ status: HTTPResponse.Status, _ message: String, to request: Request
    ) -> Response {
        guard !request.isFromScript
        else { return Response(json: JSONAnswer.refused(message), status: status) }
        let page = PhoneEndPage(phoneTitle: "Nothing was sent", message: message)
        return Response(
            html: PageTemplates.embedded.html(of: page, template: PhoneEndPage.template),
            status: status)
    }
}

extension PhoneError {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .closed, .stranger: .forbidden
        case .tooLarge: .contentTooLarge
        case .tooMany: .tooManyRequests
        }
    }
}

extension Request {
    static let phoneCookie = "accord-phone"

    /// The secret of the cookie that the phone's page gave; nil for none.
    var phoneSecret: String? {
        (headers[.cookie] ?? "").split(separator: ";").compactMap { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1)
            return parts.count == 2
                && parts[0].trimmingCharacters(in: .whitespaces) == Self.phoneCookie
                ? String(parts[1]) : nil
        }.first
    }
}

extension Response {
    fileprivate init(html: String, status: HTTPResponse.Status) {
        self.init(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
