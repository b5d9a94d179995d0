import CCurl

/// One request under way and what of its answer has arrived; used on the loop's thread alone.
///
/// libcurl holds an unretained pointer to it, so it must outlive its stay in the multi handle.
final class CurlExchange {
    let ticket: CurlLoop.Ticket
    let answer: CurlLoop.Answer
    let easy: UnsafeMutableRawPointer
    private let plan: CurlPlan
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerLines: UnsafeMutablePointer<curl_slist>?
    private var head = ResponseHead()
    private var body: [UInt8] = []
    private var bytesSupplied = 0
    private var bytesSent = 0
    private var bytesReceived = 0
    private var lastProgress = ContinuousClock.now
    /// Why we stopped the transfer ourselves; libcurl knows only that a callback refused.
    private var refusal: TransportError?

    init(_ plan: CurlPlan, _ ticket: CurlLoop.Ticket, _ answer: CurlLoop.Answer) {
        guard let easy = curl_easy_init()
        else { preconditionFailure("There is no memory left for a request.") }
        self.easy = easy
        self.plan = plan
        self.ticket = ticket
        self.answer = answer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        for line in plan.headerLines { headerLines = curl_slist_append(headerLines, line) }
        CurlOptions(easy: easy).set(plan, headerLines, errorText)
        CurlOptions(easy: easy).setCallbacks(context: Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerLines)
        errorText.deallocate()
    }

    static func at(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// How long nothing may still fail to move; not positive when the time is up.
    func stalls(at now: ContinuousClock.Instant) -> Duration {
        plan.noProgressTimeout - (now - lastProgress)
    }

    /// Counts what passed over the wire, in either direction, before libcurl decodes it.
    func count(_ bytes: Int, isOutgoing: Bool) {
        if isOutgoing { bytesSent += bytes } else { bytesReceived += bytes }
        lastProgress = .now
    }

    /// Fills in the next bytes of the request's body; returns how many.
    func supplyBody(_ room: UnsafeMutableRawBufferPointer) -> Int {
        let rest = (plan.body ?? []).dropFirst(bytesSupplied).prefix(room.count)
        room.copyBytes(from: rest)
        bytesSupplied += rest.count
        return rest.count
    }

    /// Takes a header line; false ends the transfer.
    func takeHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        if head.take(line: line) { return true }
        refusal = .notOurServer(detail: "its headers do not end")
        return false
    }

    /// Takes a decoded piece of the body; false ends the transfer.
    func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard body.count + piece.count <= plan.settings.bodyBytesMax else {
            refusal = .tooLarge(limit: plan.settings.bodyBytesMax)
            return false
        }
        body.append(contentsOf: piece)
        return true
    }

    func result(of code: CURLcode) -> CurlLoop.Outcome {
        if let refusal { return .failure(refusal) }
        guard code != CURLE_OK else {
            // libcurl is content with a connection that ends among the headers; nobody else is.
            return head.isComplete
                ? .success(response(.complete)) : .failure(.cut(receivedBytes: bytesReceived))
        }
        // Of a way that a proxy refused libcurl says no more than that nothing was received.
        let status = Int(accord_curl_get_connect_status(easy))
        if status >= 300, !head.isComplete { return .failure(.refusedOnTheWay(status: status)) }
        let text = String(cString: errorText)
        let detail = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        return result(
            dueTo: TransportError(
                code, detail: detail, host: plan.host, receivedBytes: bytesReceived))
    }

    /// What the caller gets for an error: what arrived of an answer that was merely cut short.
    func result(dueTo error: TransportError) -> CurlLoop.Outcome {
        switch error {
        case .cut where head.isComplete, .timedOut where head.isComplete:
            .success(response(.cut(error)))
        case .cut, .timedOut, .refusedOnTheWay, .invalidURL, .plainHTTPRefused, .malformedRequest,
            .unreachable, .certificate, .tooLarge, .notOurServer, .cancelled:
            .failure(error)
        }
    }

    private func response(_ end: TransportResponse.End) -> TransportResponse {
        TransportResponse(
            status: head.status, headers: head.headers, body: body, end: end,
            bytesSent: bytesSent, bytesReceived: bytesReceived,
            certificateExpires: accord_curl_get_certificate_field(easy, "Expire date")
                .flatMap { CertificateDate.read(String(cString: $0)) })
    }
}
