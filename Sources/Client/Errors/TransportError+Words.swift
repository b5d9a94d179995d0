package import HTTPClient

extension TransportError {
    package var message: String { "\(trouble) Your findings are safe on this laptop. \(advice)" }

    /// What went wrong, in one sentence.
    var trouble: String {
        switch self {
        case .invalidURL(let detail): "The server's address cannot be used: \(detail)."
        case .plainHTTPRefused(let url): "Nothing was sent, because \(url) is not encrypted."
        case .malformedRequest(let detail): "The request was not sent: \(detail)."
        case .unreachable(let host, let detail): "\(host) could not be reached: \(detail)."
        case .certificate(let detail):
            "The server could not prove who it is, so nothing was sent: \(detail)."
        case .timedOut: "The server stopped answering."
        case .cut(let received): "The connection was lost after \(received) bytes of the answer."
        case .tooLarge(let limit): "The server's answer is larger than \(limit) bytes allow."
        case .notOurServer(let detail): "What answered is not an Accord server: \(detail)."
        case .refusedOnTheWay(let status):
            "Something between this laptop and the server answered in its place, with \(status)."
        case .cancelled: "The exchange with the server was stopped."
        }
    }

    private var advice: String {
        switch self {
        case .invalidURL: "Check the address; it looks like https://accord.example.org."
        case .plainHTTPRefused:
            "Use an https address, or --allow-plain-http in a network that you trust."
        case .malformedRequest: "Check the token and the settings of this laptop."
        case .unreachable: "Keep working; sync again when you are back on a network."
        case .certificate:
            """
            Check the date of this laptop; where the server has an authority of its own, ask for \
            its file and join with --ca FILE.
            """
        case .timedOut, .cut, .cancelled: "Sync again; it goes on where it stopped."
        case .tooLarge: "Tell who runs the server; you can keep working and export."
        case .refusedOnTheWay(407):
            "It wants to know who you are: write name and password into https_proxy, as in "
                + "http://NAME:PASSWORD@PROXY, or try another network."
        // The status by which a network says that somebody has to sign in (RFC 6585).
        case .refusedOnTheWay(511): "Open a web page to sign in to this network, then sync again."
        case .refusedOnTheWay: "Try another network, or tell who runs this one or the server."
        case .notOurServer: "Open a web page to sign in to this network, or check the address."
        }
    }
}
