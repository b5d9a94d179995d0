import CCurl

/// Tells libcurl what one transfer is and how it behaves.
struct CurlOptions {
    let easy: UnsafeMutableRawPointer

    /// Sets everything but the callbacks; the list and the error text must outlive the transfer.
    func set(
        _ plan: CurlPlan, _ headerLines: UnsafeMutablePointer<curl_slist>?,
        _ errorText: UnsafeMutablePointer<CChar>
    ) {
        setPointer(CURLOPT_ERRORBUFFER, errorText)
        setRequest(plan)
        check(accord_curl_set_headers(easy, headerLines))
        setConnection(plan)
    }

    func setCallbacks(context: UnsafeMutableRawPointer) {
        for option in [
            CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA,
            CURLOPT_DEBUGDATA,
        ] { setPointer(option, context) }
        check(accord_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION, receiveHeaderLine))
        check(accord_curl_set_receiver(easy, CURLOPT_WRITEFUNCTION, receiveBody))
        // The trace is the only place that shows bytes before chunking and compression are taken
        // off them; the caps on decoded bodies need that count, and `sync` reports it.
        check(accord_curl_set_tracer(easy, countBytes))
        setLong(CURLOPT_VERBOSE, 1)
    }

    private func setRequest(_ plan: CurlPlan) {
        setString(CURLOPT_URL, plan.url)
        setString(CURLOPT_USERAGENT, plan.settings.userAgent)
        setString(CURLOPT_ACCEPT_ENCODING, "zstd, gzip")
        switch plan.method {
        case .get: setLong(CURLOPT_HTTPGET, 1)
        case .head: setLong(CURLOPT_NOBODY, 1)
        case .post, .put, .patch:
            setLong(CURLOPT_POST, 1)
            setString(CURLOPT_CUSTOMREQUEST, plan.method.rawValue)
            setBody(plan.body ?? [], isSentOnce: plan.method == .patch)
        }
    }

    private func setBody(_ body: [UInt8], isSentOnce: Bool) {
        // The size comes first: without it libcurl copies up to the first zero byte.
        check(accord_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        // What libcurl cannot rewind it does not send twice: by itself it would send a part again
        // from its begin when a kept connection breaks, though most of it has arrived.
        guard !isSentOnce else { return check(accord_curl_set_supplier(easy, supplyBody)) }
        // An empty array may have no address, and a null pointer would make libcurl read stdin.
        guard !body.isEmpty else { return setString(CURLOPT_COPYPOSTFIELDS, "") }
        body.withUnsafeBytes { bytes in
            setPointer(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }

    private func setConnection(_ plan: CurlPlan) {
        // libcurl 7.88 and the server's HTTP/2 disagree after some 200 requests on a connection.
        setLong(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        setString(CURLOPT_PROTOCOLS_STR, "http,https")
        // A redirect is a captive portal or a wrong address, and must never see the token.
        setLong(CURLOPT_FOLLOWLOCATION, 0)
        setLong(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        setLong(CURLOPT_CONNECTTIMEOUT_MS, plan.settings.connectTimeout.wholeMilliseconds)
        setLong(CURLOPT_TCP_NODELAY, 1)
        // Signals belong to the program; and a name look-up that hangs must not hold up an end.
        setLong(CURLOPT_NOSIGNAL, 1)
        setLong(CURLOPT_QUICK_EXIT, 1)
        setLong(CURLOPT_SSL_VERIFYPEER, 1)
        setLong(CURLOPT_SSL_VERIFYHOST, 2)
        // So that a checkup can tell when the server's certificate ends.
        setLong(CURLOPT_CERTINFO, 1)
        if let file = plan.settings.certificateAuthorityFile { setString(CURLOPT_CAINFO, file) }
        // Proxies come from the environment, but what is for this machine stays on it.
        if plan.isLoopback { setString(CURLOPT_NOPROXY, "*") }
    }

    private func setLong(_ option: CURLoption, _ value: Int) {
        check(accord_curl_set_long(easy, option, value))
    }

    private func setString(_ option: CURLoption, _ value: String) {
        check(accord_curl_set_string(easy, option, value))
    }

    private func setPointer(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        check(accord_curl_set_pointer(easy, option, value))
    }

    private func check(_ code: CURLcode) {
        precondition(code == CURLE_OK, "libcurl 7.87 or later knows every option that we set.")
    }
}

extension Duration {
    /// Rounded up, as libcurl takes 0 for "no wait" or "no limit".
    var wholeMilliseconds: Int {
        let (seconds, rest) = components
        return Int(seconds) * 1000 + Int((rest + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

// MARK: Callbacks, which C calls without a `self`

private typealias Bytes = UnsafeMutablePointer<CChar>
private typealias Context = UnsafeMutableRawPointer

/// Returns the count of bytes taken; any other count makes libcurl end the transfer.
private func receiveHeaderLine(_ bytes: Bytes?, size: Int, count: Int, _ own: Context?) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return CurlExchange.at(own)?.takeHeaderLine(line) == true ? line.count : 0
}

private func receiveBody(_ bytes: Bytes?, size: Int, count: Int, _ own: Context?) -> Int {
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    guard !piece.isEmpty else { return 0 }
    return CurlExchange.at(own)?.takeBody(piece) == true ? piece.count : 0
}

/// Returns how many bytes of the request's body were filled in, 0 at its end.
private func supplyBody(_ bytes: Bytes?, size: Int, count: Int, _ own: Context?) -> Int {
    let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    return CurlExchange.at(own)?.supplyBody(room) ?? 0
}

/// Looks at counts only: the bytes of an outgoing header hold the token.
private func countBytes(
    _: UnsafeMutableRawPointer?, kind: curl_infotype, _: Bytes?, count: Int, _ own: Context?
) -> Int32 {
    switch kind {
    case CURLINFO_HEADER_IN, CURLINFO_DATA_IN:
        CurlExchange.at(own)?.count(count, isOutgoing: false)
    case CURLINFO_HEADER_OUT, CURLINFO_DATA_OUT:
        CurlExchange.at(own)?.count(count, isOutgoing: true)
    default: break  // open set: what else libcurl tells of a transfer
    }
    return 0
}
