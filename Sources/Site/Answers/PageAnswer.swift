import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// The title of a page that refuses or that is not there begins with that: it is heard first.
    package init(page: some Page, status: HTTPResponse.Status = .ok) {
        var html = PageTemplates.embedded.html(page)
        if status.code >= 400 {
            html.replace("<title>", with: "<title>Error: ", maxReplacements: 1)
        }
        self.init(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// - Throws: `PageError.notFound` for a name that no asset has.
    package init(asset name: String?) throws {
        guard let asset = name.flatMap({ PageAsset.all[$0] }) else { throw PageError.notFound }
        self.init(
            status: .ok,
            headers: [.contentType: asset.mediaType, .cacheControl: "private, max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }

    /// Leads on to a page, so that reloading it sends nothing again.
    package static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }

    package init(json: some Encodable, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.scriptBytes)))
    }
}

extension Encodable {
    /// What scripts of ours read as JSON; texts, flags and numbers only.
    var scriptBytes: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else {
            preconditionFailure("Texts and flags can be told as JSON.")
        }
        return bytes
    }
}

extension Request {
    /// Whether a script of ours asks, which puts the answer into the page that is there.
    package var isFromScript: Bool { headers[.accept] == "application/json" }
}
