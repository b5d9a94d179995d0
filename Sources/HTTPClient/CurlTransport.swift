import Shared

/// The transport of the program: HTTP/1.1 over kept connections, by libcurl on one thread.
///
/// Safe to use from any number of tasks at once; requests run in parallel. Releasing the transport
/// stops its thread without waiting for it; `shutdown` waits.
package final class CurlTransport: Transport {
    private let address: ServerAddress
    private let settings: TransportSettings
    private let token: @Sendable () -> String?
    private let loop = CurlLoop()

    /// Connects at the first request, to such as `https://accord.example.org` with a path perhaps.
    ///
    /// - Parameter token: The bearer token, asked at every request; nil sends none. Never logged.
    /// - Throws: `invalidURL` or `plainHTTPRefused`.
    package init(
        server: String, settings: TransportSettings = TransportSettings(),
        token: @escaping @Sendable () -> String? = { nil }
    ) throws(TransportError) {
        address = try ServerAddress(server, allowsPlainHTTP: settings.allowsPlainHTTP)
        self.settings = settings
        self.token = token
        loop.start()
    }

    deinit { loop.stop() }

    package func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        let plan = try plan(for: request)
        let ticket = loop.nextTicket()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { answer in
                loop.begin(plan, as: ticket, answer)
                // A task cancelled before this line ran its handler when there was nothing to end.
                if Task.isCancelled { loop.cancel(ticket) }
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        return try result.get()
    }

    /// Ends every request with `cancelled`, closes the connections and waits for the thread's end.
    ///
    /// Later requests throw `cancelled`. Calling it again does nothing.
    package func shutdown() {
        loop.stop()
        loop.waitForEnd()
    }

    private func plan(for request: TransportRequest) throws(TransportError) -> CurlPlan {
        var headers = request.headers
        if headers.first(named: "Authorization") == nil, let token = token() {
            headers.append(HeaderField("Authorization", "Bearer \(token)"))
        }
        var body = request.method.carriesBody ? request.body ?? [] : nil
        if let (compressed, encoding) = request.compressedBody(settings) {
            body = compressed
            headers.append(HeaderField("Content-Encoding", encoding))
        }
        for field in headers where !field.isWellFormed {
            throw .malformedRequest(
                detail: "the header \(field.name.debugDescription) is malformed")
        }
        return CurlPlan(
            method: request.method, url: address.url(of: request.path), host: address.host,
            isLoopback: address.isLoopback, headers: headers, body: body,
            noProgressTimeout: request.noProgressTimeout ?? settings.noProgressTimeout,
            settings: settings)
    }
}

extension TransportRequest {
    /// The body shortened; nil when the caller forbids it or nothing would be gained.
    func compressedBody(_ settings: TransportSettings) -> (body: [UInt8], encoding: String)? {
        guard let body, headers.first(named: "Content-Encoding") == nil else { return nil }
        switch compression {
        case .none: return nil
        // Asked for because of how the bytes look on the way, not to make them fewer.
        case .gzip: return (Gzip.compressed(body, level: 6), "gzip")
        case .zstd:
            guard body.count >= settings.compressFromBytes else { return nil }
            let compressed = Zstd.compressed(body, level: 2)
            return compressed.count < body.count ? (compressed, "zstd") : nil
        }
    }
}
