/// How a transport behaves, whichever server it talks to.
package struct TransportSettings: Sendable {
    package var userAgent = "accord"
    /// A PEM file of authorities that are trusted beside the system's; nil for the system's alone.
    package var certificateAuthorityFile: String?
    package var allowsPlainHTTP = false
    /// Covers the look-up of the name, the connection and the TLS handshake.
    package var connectTimeout: Duration = .seconds(10)
    /// How long nothing may move in either direction; there is no bound on the whole exchange.
    package var noProgressTimeout: Duration = .seconds(60)
    /// The greatest decoded body that is accepted: a pull's piece, and one record behind it.
    package var bodyBytesMax = 104 << 20
    /// Shorter request bodies are not compressed: it would save less than a packet.
    package var compressFromBytes = 512

    package init() {}
}
