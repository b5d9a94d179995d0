package import Foundation
import Logging
package import Shared

/// What a server process is told, checked before anything is opened.
package struct ServerSettings: Sendable {
    /// Where database, keys and evidence lie.
    package internal(set) var dataFolder: URL
    /// Where clients reach it.
    package internal(set) var address: ListenAddress
    /// Nil speaks plain HTTP.
    package let tls: TLSFiles?
    let logLevel: Logger.Level
    /// Whose word for where a request comes from is taken.
    let proxies: Set<RemoteNetwork>
    /// What it takes, told in capabilities.
    package let limits: Limits

    /// Host and port to listen at; port 0 takes a free one.
    package struct ListenAddress: Hashable, Sendable {
        /// A name or an address, IPv6 without its brackets.
        package let host: String
        /// From 0 to 65,535.
        package internal(set) var port: Int

        /// Whether nobody but this machine reaches it.
        var isLoopback: Bool {
            host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }

        /// Reads `HOST:PORT`; an IPv6 address stands in brackets.
        ///
        /// - Throws: `Failure.badAddress`.
        package init(_ text: String) throws(Failure) {
            guard let colon = text.lastIndex(of: ":"),
                let port = UInt16(text[text.index(after: colon)...]), colon > text.startIndex
            else { throw .badAddress(text) }
            let host = text[..<colon]
            guard host.hasPrefix("[") == host.hasSuffix("]"),
                host.hasPrefix("[") || !host.contains(":")
            else { throw .badAddress(text) }
            self.host = host.trimmingCharacters(in: ["[", "]"])
            self.port = Int(port)
        }
    }

    /// A certificate chain and its private key, both PEM.
    package struct TLSFiles: Hashable, Sendable {
        /// The path of the chain, the server's own certificate first.
        package let certificate: String
        /// The path of the key, readable by the server only.
        package let key: String
    }

    /// Why settings cannot be used; nothing was opened.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case badAddress(String)
        /// A certificate without a key, or a key without a certificate.
        case halfTLS
        /// A certificate or key that is not there or not PEM.
        case badTLSFile(path: String, reason: String)
        case badLogLevel(String)
        case badProxy(String)

        package var description: String {
            switch self {
            case .badAddress(let text):
                "'\(text)' is no address to listen at; write HOST:PORT, such as 127.0.0.1:8080"
            case .halfTLS:
                "TLS needs both --tls-certificate and --tls-key"
            case .badTLSFile(let path, let reason):
                "\(path) cannot be used for TLS: \(reason)"
            case .badProxy(let text):
                "'\(text)' is no address of a proxy; write addresses such as 10.0.0.2, with commas "
                    + "between them"
            case .badLogLevel(let level):
                "'\(level)' is no log level; write debug, info, notice, warning or error"
            }
        }
    }

    /// Puts settings together.
    ///
    /// - Throws: `Failure`, naming the setting.
    package init(
        dataFolder: URL, listen: String, tlsCertificate: String? = nil, tlsKey: String? = nil,
        logLevel: String = "info", proxies: [String] = [], limits: Limits = .standard
    ) throws(Failure) {
        guard let level = Logger.Level(rawValue: logLevel) else { throw .badLogLevel(logLevel) }
        self.dataFolder = dataFolder
        address = try ListenAddress(listen)
        switch (tlsCertificate, tlsKey) {
        case (nil, nil): tls = nil
        case (let certificate?, let key?): tls = TLSFiles(certificate: certificate, key: key)
        case (nil, _?), (_?, nil): throw .halfTLS
        }
        self.logLevel = level
        self.proxies = try Set(
            proxies.map { text throws(Failure) in
                guard let network = RemoteNetwork(text: text) else { throw .badProxy(text) }
                return network
            })
        self.limits = limits
    }
}
