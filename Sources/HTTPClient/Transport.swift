package import Foundation

/// Carries one request to the server and its answer back; libcurl here, simulated in tests.
///
/// It neither retries nor follows redirects: the caller decides what a status means, and whether an
/// answer is ours at all.
package protocol Transport: Sendable {
    /// Cancelling the task ends the exchange at once; the server may have acted on the request.
    ///
    /// - Returns: Every answer whose status line and headers arrived, also when its body was cut.
    /// - Throws: `TransportError` when there is no answer, or none that may be used.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// One request, relative to the server that the transport was made for.
package struct TransportRequest: Sendable, Equatable {
    /// What is asked of the resource; only `post`, `put` and `patch` carry a body.
    package enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        var carriesBody: Bool { self != .get && self != .head }
    }

    /// Whether the transport may shorten the body on the wire.
    package enum Compression: Sendable, Equatable {
        /// The server understands `Content-Encoding: zstd`; short bodies are sent as they are.
        case zstd
        /// The same with gzip, for a way that lets nothing else through.
        case gzip
        /// The body goes out byte for byte: it is compressed already, or its offsets count.
        case none
    }

    package let method: Method
    /// The absolute path with its query, percent-encoded, such as `/v1/audits?limit=20`.
    package let path: String
    /// Sent in this order; an `Authorization` here replaces the transport's own.
    package var headers: [HeaderField]
    /// Empty and nil are the same on the wire.
    package var body: [UInt8]?
    /// Applies to the request's body; answers may always be compressed.
    package var compression: Compression
    /// How long nothing may move before the exchange ends; nil takes the transport's setting.
    package var noProgressTimeout: Duration?

    package init(
        _ method: Method, _ path: String, headers: [HeaderField] = [], body: [UInt8]? = nil,
        compression: Compression = .zstd, noProgressTimeout: Duration? = nil
    ) {
        precondition(path.hasPrefix("/"), "A request's path starts at the server's root.")
        precondition(method.carriesBody || body == nil, "A GET or HEAD request carries no body.")
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.compression = compression
        self.noProgressTimeout = noProgressTimeout
    }

    /// The value of the first header of that name, whatever its case.
    package func header(_ name: String) -> String? { headers.first(named: name)?.value }
}

/// An answer as it arrived: any status, with a body that is decoded and perhaps cut short.
package struct TransportResponse: Sendable, Equatable {
    /// Whether the body is all that the server meant to send.
    package enum End: Sendable, Equatable {
        /// The server ended its answer; without a length this is all that HTTP can promise.
        case complete
        /// The connection was lost after the headers; `body` is the part that came before.
        case cut(TransportError)
    }

    /// 200 or more; provisional answers are passed over.
    package let status: Int
    package let headers: [HeaderField]
    package let body: [UInt8]
    package let end: End
    /// What the request took on the wire, with headers and without TLS records.
    package let bytesSent: Int
    /// What the answer took on the wire, with headers and without TLS records.
    package let bytesReceived: Int
    /// When the server's certificate ends; told only by a request that made a TLS connection.
    package let certificateExpires: Date?

    package init(
        status: Int, headers: [HeaderField] = [], body: [UInt8] = [], end: End = .complete,
        bytesSent: Int = 0, bytesReceived: Int = 0, certificateExpires: Date? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.end = end
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.certificateExpires = certificateExpires
    }

    /// The value of the first header of that name, whatever its case.
    package func header(_ name: String) -> String? { headers.first(named: name)?.value }
}
