/// A request as a `ScriptedServer` read it, byte for byte.
package struct RecordedRequest: Sendable {
    /// Which connection it came on; 1 is the first that was accepted.
    package let connection: Int

    /// In upper case, as on the wire.
    package let method: String

    /// The path with its query, as sent.
    package let target: String

    /// In the order they came; names in the case they came in.
    package let headers: [(name: String, value: String)]

    /// As sent: still compressed when `Content-Encoding` says so.
    package internal(set) var body: [UInt8]

    /// Head and body together.
    package internal(set) var bytesOnWire = 0

    init(
        connection: Int, method: String, target: String,
        headers: [(name: String, value: String)], body: [UInt8]
    ) {
        self.connection = connection
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The value of the first header of that name, whatever its case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The bytes of an answer, right or wrong, and what becomes of the connection afterwards.
package struct ScriptedAnswer: Sendable {
    /// What the server does when the bytes are written.
    package enum Ending: Sendable {
        /// Waits for the next request on this connection.
        case keepAlive

        /// Ends the connection in order; what was written still arrives.
        case close

        /// Ends it with a reset, which may overtake what was written.
        case reset

        /// Keeps the connection open and says nothing more until the client closes it.
        case stall
    }

    /// Written at once and as they are.
    package var bytes: [UInt8]

    /// What follows when they are written.
    package var ending: Ending

    /// Any bytes at all, also such as are no HTTP.
    package static func raw(_ bytes: [UInt8], then ending: Ending) -> ScriptedAnswer {
        ScriptedAnswer(bytes: bytes, ending: ending)
    }

    /// Any text at all; line ends of HTTP are written `\r\n`.
    package static func raw(_ text: String, then ending: Ending) -> ScriptedAnswer {
        .raw(Array(text.utf8), then: ending)
    }

    /// An answer with status line, headers, a true `Content-Length` and the body.
    package static func status(
        _ code: Int, _ reason: String = "", headers: [(String, String)] = [], body: [UInt8] = [],
        then ending: Ending = .keepAlive
    ) -> ScriptedAnswer {
        let lines = headers + [("Content-Length", String(body.count))]
        let head = lines.map { "\($0): \($1)\r\n" }.joined()
        return .raw(Array("HTTP/1.1 \(code) \(reason)\r\n\(head)\r\n".utf8) + body, then: ending)
    }

    /// A complete answer with status 200.
    package static func ok(
        _ body: [UInt8], headers: [(String, String)] = [], then ending: Ending = .keepAlive
    ) -> ScriptedAnswer {
        .status(200, "OK", headers: headers, body: body, then: ending)
    }

    /// A complete answer of text with status 200.
    package static func ok(
        _ text: String, headers: [(String, String)] = [], then ending: Ending = .keepAlive
    ) -> ScriptedAnswer {
        .ok(Array(text.utf8), headers: headers, then: ending)
    }

    /// The sign-in page that a hotel's network answers everything with.
    package static let captivePortal = ScriptedAnswer.ok(
        "<!doctype html><title>Welcome</title><p>Please accept our terms.</p>",
        headers: [("Content-Type", "text/html; charset=utf-8")])

    /// This answer without its last bytes; by default the connection ends there in order.
    package func cut(last count: Int, then ending: Ending = .close) -> ScriptedAnswer {
        .raw(bytes.dropLast(count), then: ending)
    }
}

extension ScriptedAnswer {
    /// The first bytes of an answer, such as a slice leaves them.
    private static func raw(_ bytes: ArraySlice<UInt8>, then ending: Ending) -> ScriptedAnswer {
        .raw(Array(bytes), then: ending)
    }
}
