import ArgumentParser
import Client
import Foundation
import HTTPClient
import Reading
import Shared

/// Where a command finds the tester's work.
///
/// No group of options holds another group: a program that is built for debugging checks each of
/// them four times for each group around it, which was three quarters of what a command took.
protocol HomeChoice {
    var home: String? { get }
    var identity: String? { get }
    var settings: String? { get }
}

extension HomeChoice {
    /// What options, environment and file say; a command reads it once, before anything else.
    func readSettings() throws -> ClientSettings {
        let options: [ClientSettings.Key: String?] = [.home: home, .identity: identity]
        return try ClientSettings(
            options: options.compactMapValues(\.self), file: settings,
            environment: ProcessInfo.processInfo.environment)
    }

    /// Where the home is, whether or not it exists.
    func place(_ settings: ClientSettings) -> ClientHome {
        ClientHome(settings, environment: ProcessInfo.processInfo.environment)
    }

    func openHome() throws -> AuditClient {
        let settings = try readSettings()
        let (client, replay, rekeying) = try AuditClient.open(place(settings), settings: settings)
        if let replay { Terminal.errors.tell("accord: \(replay.words)\n") }
        if let rekeying { Terminal.errors.tell("accord: \(rekeying.words)\n") }
        return client
    }
}

extension ArgumentHelp {
    fileprivate static let home = Self(
        "Your work's folder (default: ACCORD_HOME, else in your data folder).", valueName: "folder")
    fileprivate static let identity = Self(
        "The identity's folder (default: ACCORD_IDENTITY, else beside the home).",
        valueName: "folder")
    fileprivate static let settings = Self(
        "A settings file (default: ACCORD_SETTINGS, else one in your settings folder).",
        valueName: "file")
    fileprivate static let json = Self("Print JSON for scripts.")
}

/// What every command takes that opens a home.
struct HomeOptions: ParsableArguments, HomeChoice {
    @Option(help: .home, completion: .directory) var home: String?
    @Option(help: .identity, completion: .directory) var identity: String?
    @Option(help: .settings, completion: .file()) var settings: String?
}

/// Options of a command that ends with a report.
protocol ReportOptions { var json: Bool { get } }

extension ReportOptions {
    /// Prints what a command has to say: as JSON where a script asks for it, else in words.
    func report(_ report: some Report) throws { try report.printed(asJSON: json) }

    func report(
        _ json: @autoclosure @escaping () throws -> JSON,
        @LineBuilder lines: @escaping () throws -> [String]
    ) throws { try report(Answer(try json(), lines: lines)) }
}

/// What every command takes that ends with a report.
struct GlobalOptions: ParsableArguments, HomeChoice, ReportOptions {
    @Option(help: .home, completion: .directory) var home: String?
    @Option(help: .identity, completion: .directory) var identity: String?
    @Option(help: .settings, completion: .file()) var settings: String?
    @Flag(help: .json) var json = false
}

/// What every command on one audit takes.
struct AuditOptions: ParsableArguments, HomeChoice, ReportOptions {
    @Option(help: .home, completion: .directory) var home: String?
    @Option(help: .identity, completion: .directory) var identity: String?
    @Option(help: .settings, completion: .file()) var settings: String?
    @Flag(help: .json) var json = false

    @Option(
        help: ArgumentHelp(
            "The audit, by title or front of its id (default: ACCORD_AUDIT, else the only one).",
            valueName: "audit"))
    var audit: String?

    func open() throws -> (client: AuditClient, view: AuditView) {
        let client = try openHome()
        return (client, try client.view(try client.audit(named: name(client.settings))))
    }

    /// Nil where there is no home yet, and where it has none or several.
    func openOnly(_ settings: ClientSettings) throws -> (client: AuditClient, view: AuditView)? {
        guard place(settings).exists else { return nil }
        let client = try openHome()
        let audits = try client.queries.audits()
        return audits.count == 1 ? (client, try client.view(audits[0])) : nil
    }

    /// The audit that was asked for, nil for the only one.
    func name(_ settings: ClientSettings) -> String? { audit ?? settings.audit }
}

/// What every command on one finding takes first.
struct FindingOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The component state.", valueName: "component@environment:state"))
    var state: String

    @Option(help: "The criterion.") var criterion: String

    func find(_ client: AuditClient, _ view: AuditView) throws -> (StateItem, Finding) {
        let item = try view.item(named: state)
        let name = try client.catalogues.lastingName(criterion, in: view)
        return (item, try item.finding(named: name))
    }
}

struct CatalogueOptions: ParsableArguments {
    @Option(
        name: .customLong("catalogue"),
        help: ArgumentHelp(
            "A folder with catalogue files, to begin audits with and to read those that pin them "
                + "(default: ACCORD_CATALOGUE, else built in).",
            valueName: "folder"), completion: .directory)
    var folder: String?

    func read(_ settings: ClientSettings) throws -> Catalogue {
        try Catalogue.read(folder: folder ?? settings.catalogue)
    }

    /// The catalogue of the audit that is named, else of the only one here; the given one where
    /// there is neither.
    func find(_ options: AuditOptions) throws -> Catalogue {
        let settings = try options.readSettings()
        guard options.name(settings) == nil else {
            let (client, view) = try options.open()
            return try find(client, view).required()
        }
        guard folder == nil, let only = try? options.openOnly(settings)
        else { return try read(settings) }
        return try find(only.client, only.view).catalogue
    }

    /// The catalogue of an audit, which travels with it.
    func find(_ client: AuditClient, _ view: AuditView) throws -> AuditCatalogue {
        client.catalogues.catalogue(of: view, besides: try read(client.settings))
    }
}

extension AuditClient {
    func connect() async throws -> any Transport {
        guard let server = try identity().server else { throw ClientError.notJoined }
        let transport = try transport(to: server)
        try await enrolRekeyed(over: transport)
        return transport
    }

    /// The way to a server; an enrolment without a token stands for one still to come.
    func transport(to server: Identity.Enrolment) throws(TransportError) -> any Transport {
        try settings.transport(to: server) { self.token() }
    }
}

extension ClientSettings {
    /// The way to a server, for whoever has no open database.
    func transport(
        to server: Identity.Enrolment, token: @escaping @Sendable () -> String?
    ) throws(TransportError) -> any Transport {
        var transport = TransportSettings()
        transport.userAgent = "accord/\(Version.program)"
        transport.certificateAuthorityFile = server.certificateAuthority
        transport.allowsPlainHTTP = server.allowsPlainHTTP
        transport.connectTimeout = connectTimeout
        transport.noProgressTimeout = stallTimeout
        return try CurlTransport(server: server.address, settings: transport, token: token)
    }
}

enum Version {
    static let program = "0.2.0"

    static func text() -> String {
        """
        accord \(program)
        protocol \(ProtocolNames.version)
        catalogue \(EmbeddedControl.pin)
        """
    }
}
