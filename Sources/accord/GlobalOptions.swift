import ArgumentParser
import Client
import Foundation
import Shared

/// What every command takes.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Your work's folder (default: ACCORD_HOME, else in your data folder).",
            valueName: "folder"),
        completion: .directory)
    var home: String?

    @Option(
        help: ArgumentHelp(
            "The identity's folder (default: ACCORD_IDENTITY, else beside the home).",
            valueName: "folder"),
        completion: .directory)
    var identity: String?

    @Flag(help: "Print JSON for scripts.")
    var json = false

    /// Where the home is, whether or not it exists.
    var place: ClientHome {
        let environment = ProcessInfo.processInfo.environment
        return ClientHome(
            home: home ?? environment["ACCORD_HOME"],
            state: identity ?? environment["ACCORD_IDENTITY"], environment: environment)
    }

    func open() throws -> AuditClient {
        try AuditClient(home: place)
    }
}

/// What every command on one audit takes.
struct AuditOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp(
            "The audit, by title or front of its id (default: ACCORD_AUDIT, else the only one).",
            valueName: "audit"))
    var audit: String?

    var json: Bool { global.json }

    /// What was asked for, by flag or environment.
    var name: String? {
        audit
            ?? ProcessInfo.processInfo.environment["ACCORD_AUDIT"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func open() throws -> (client: AuditClient, view: AuditView) {
        let client = try global.open()
        return (client, try client.view(try client.audit(named: name)))
    }
}

/// Where the catalogue is read from.
struct CatalogueOptions: ParsableArguments {
    @Option(
        name: .customLong("catalogue"),
        help: ArgumentHelp(
            "A folder with catalogue files (default: ACCORD_CATALOGUE, else built in).",
            valueName: "folder"),
        completion: .directory)
    var folder: String?

    func read() throws -> Catalogue {
        try Catalogue.read(
            folder: folder ?? ProcessInfo.processInfo.environment["ACCORD_CATALOGUE"])
    }
}

extension AuditClient {
    /// The way to the server that this laptop has joined.
    func connect() throws -> any Transport {
        guard let server = try identity().server else { throw ClientError.notJoined }
        return try Self.transport(to: server)
    }

    /// The way to a server; an enrolment without a token stands for one still to come.
    static func transport(
        to server: Identity.Enrolment
    ) throws(TransportError) -> any Transport {
        var settings = TransportSettings()
        settings.userAgent = "accord/\(Version.program)"
        settings.certificateAuthorityFile = server.certificateAuthority
        settings.allowsPlainHTTP = server.allowsPlainHTTP
        let token = server.token.isEmpty ? nil : server.token
        return try CurlTransport(server: server.address, settings: settings) { token }
    }
}
