import CCurl

extension TransportError {
    /// The error behind a result of libcurl, for a transfer that reached the network.
    ///
    /// - Parameter detail: libcurl's own words, which never hold a header or a body.
    init(_ code: CURLcode, detail: String, host: String, receivedBytes: Int) {
        switch code {
        case CURLE_URL_MALFORMAT: self = .invalidURL(detail: detail)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CERTPROBLEM:
            self = .certificate(detail: detail)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE,
            CURLE_SEND_FAIL_REWIND:
            self = .cut(receivedBytes: receivedBytes)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            self = .notOurServer(detail: detail)
        default:  // open set: the codes of libcurl
            // Names, routes, refusals, handshakes and the one time-out that libcurl is given, that
            // of the connection; what else there is happens before the request is sent as well.
            self = .unreachable(host: host, detail: detail)
        }
    }
}
