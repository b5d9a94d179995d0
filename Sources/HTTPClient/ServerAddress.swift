import CCurl
import Foundation

/// The address of a server, checked once; parsed by libcurl, so that no two parsers can disagree.
struct ServerAddress: Sendable, Equatable {
    /// Scheme, host, port and path prefix, without a slash at the end.
    let base: String
    /// For messages and errors; an IPv6 address is in brackets.
    let host: String
    let isEncrypted: Bool
    /// Whether the address can only be this machine, whatever the name service says.
    let isLoopback: Bool

    /// - Throws: `invalidURL` unless it is http or https with a host and perhaps a path;
    ///   `plainHTTPRefused` for plain http to another machine unless that is allowed.
    init(_ text: String, allowsPlainHTTP: Bool) throws(TransportError) {
        guard let url = curl_url() else { throw .invalidURL(detail: "there is no memory left") }
        defer { curl_url_cleanup(url) }
        let parsed = curl_url_set(url, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME))
        guard parsed == CURLUE_OK
        else { throw .invalidURL(detail: String(cString: curl_url_strerror(parsed))) }
        guard let scheme = Self.part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme)
        else { throw .invalidURL(detail: "it must begin with https:// or http://") }
        guard let host = Self.part(CURLUPART_HOST, of: url), !host.isEmpty
        else { throw .invalidURL(detail: "it names no server") }
        // The address is printed in errors, so a password has no place in it.
        for secret in [CURLUPART_USER, CURLUPART_PASSWORD] where Self.part(secret, of: url) != nil {
            throw .invalidURL(detail: "it must not contain a name or password")
        }
        for rest in [CURLUPART_QUERY, CURLUPART_FRAGMENT] where Self.part(rest, of: url) != nil {
            throw .invalidURL(detail: "it must end before any ? or #")
        }
        guard let normalised = Self.part(CURLUPART_URL, of: url)
        else { throw .invalidURL(detail: "it is incomplete") }
        self.host = host
        base = String(normalised.reversed().drop { $0 == "/" }.reversed())
        isEncrypted = scheme == "https"
        isLoopback = Self.isLoopback(host)
        if !(isEncrypted || isLoopback || allowsPlainHTTP) { throw .plainHTTPRefused(url: base) }
    }

    func url(of path: String) -> String { base + path }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// Only whole addresses count: `127.0.0.1.example.org` is a stranger's machine.
    private static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" || host == "[::1]" { return true }
        var address = in_addr()
        guard inet_pton(AF_INET, host, &address) == 1 else { return false }
        return UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
}
