import CCurl

/// Why there is no usable answer.
///
/// No case ever holds a token, a header's value or a byte of a body. After every case except the
/// first five the server may or may not have acted on the request: repeating it is safe, because
/// every request of the protocol is idempotent.
package enum TransportError: Error, Sendable, Equatable {
    /// The address of the server cannot be used; nothing was sent.
    case invalidURL(detail: String)
    /// The address is plain http to another machine, which was not allowed; nothing was sent.
    case plainHTTPRefused(url: String)
    /// The request holds what HTTP forbids, such as a line break in a header; nothing was sent.
    case malformedRequest(detail: String)
    /// No connection came about: no network, no such name, refused, or too slow; nothing was sent.
    case unreachable(host: String, detail: String)
    /// The server's certificate is wrong, expired, of an unknown issuer or host; nothing was sent.
    case certificate(detail: String)
    /// Nothing moved for the allowed time; the connection is closed.
    case timedOut
    /// The connection ended before the answer did, after so many bytes of it.
    case cut(receivedBytes: Int)
    /// The decoded body passed a cap, so the rest was not read and nothing of it is kept.
    case tooLarge(limit: Int)
    /// Something on the way refused the request with this status; no Accord server did.
    case refusedOnTheWay(status: Int)
    /// Something answered that does not speak our protocol, such as a sign-in page of a hotel.
    case notOurServer(detail: String)
    /// The task was cancelled or the transport shut down; the connection is closed.
    case cancelled
}

extension TransportError {
    /// Whether the server's certificate has ended, by the clock of this laptop.
    package var isExpiredCertificate: Bool {
        // libcurl has no code of its own for it; these are the words of its TLS libraries.
        if case .certificate(let detail) = self { detail.contains("expired") } else { false }
    }

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
        // The words of OpenSSL for bytes that are no handshake.
        case CURLE_SSL_CONNECT_ERROR where detail.contains("wrong version number"):
            self = .notOurServer(
                detail: "it answers without encryption, so its address may begin with http://")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            self = .notOurServer(detail: detail)
        default:  // open set: the codes of libcurl
            // Names, routes, refusals, handshakes and the one time-out that libcurl is given, that
            // of the connection; what else there is happens before the request is sent as well.
            self = .unreachable(host: host, detail: detail)
        }
    }
}
