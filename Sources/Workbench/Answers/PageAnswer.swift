import HTTPTypes
import Hummingbird
import NIOCore
import Presentation

extension Response {
    /// A whole page.
    init(page: some Page, status: HTTPResponse.Status = .ok) {
        self.init(html: PageTemplates.embedded.html(page), status: status)
    }

    private init(html: String, status: HTTPResponse.Status) {
        self.init(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// Leads on to a page, so that reloading it sends nothing again.
    static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }

    /// What a script asked for.
    init(json: JSONAnswer, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}

extension Request {
    /// Whether a script of ours asks, which puts the answer into the page that is there.
    var isFromScript: Bool { headers[.accept] == "application/json" }
}
