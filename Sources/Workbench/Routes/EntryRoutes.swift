import Client
import HTTPTypes
import Hummingbird
import NIOCore
import Presentation

/// The way in, and what every page loads.
struct EntryRoutes {
    let desk: Desk
    let signIn: SignIn

    func add(to router: Router<WorkbenchContext>) {
        router.get("/enter", use: enter)
        router.get("/assets/:name", use: asset)
        router.get("/") { _, _ in Response.seeOther(Address.audits) }
        router.get("/keyboard", use: keyboard)
    }

    /// Spends the token of the address; a browser that is in already may open it again.
    @Sendable
    private func enter(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let token = request.uri.queryParameters.get("token") ?? ""
        var response = Response.seeOther(Address.audits)
        if let cookie = signIn.enter(with: token) {
            response.headers[.setCookie] = cookie
        } else if !signIn.knows(cookies: request.headers[.cookie] ?? "") {
            throw PageError.noSession
        }
        return response
    }

    @Sendable
    private func asset(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        guard let asset = context.parameters.get("name").flatMap({ PageAsset.all[$0] }) else {
            throw PageError.notFound
        }
        return Response(
            status: .ok,
            headers: [.contentType: asset.mediaType, .cacheControl: "private, max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }

    @Sendable
    private func keyboard(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        Response(
            page: KeyboardPage(frame: try await desk.run { try $0.frame("Keyboard") }))
    }
}
