import CMemory
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import Storage
import Shared
import Synchronization

/// Puts the routes of a server together, the outermost layer first; requests wait by `clock`.
///
/// - Parameters:
///   - program: Name and version, told in capabilities.
///   - now: The clock; only this file and the programs read it.
///   - proxies: Whose word for where a request comes from is taken.
func buildRouter(
    _ core: ServerCore, program: String, log: Logger,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(), proxies: Set<RemoteNetwork> = [],
    metrics: ServerMetrics? = nil
) -> Router<AccordRequestContext> {
    let environment = RouteEnvironment(
        core: core, now: now, clock: clock, proxies: proxies, metrics: metrics)
    let limits = core.limits
    let routes = Routes(limits: limits, program: program)
    let bodies = AskerBudget(
        bytesMax: limits.bodiesBytesMax, bytesPerAskerMax: limits.bodiesBytesPerPersonMax,
        sharesPerAskerMax: limits.bodiesPerPersonMax)
    let answers = AskerBudget(
        bytesMax: limits.answersBytesMax, bytesPerAskerMax: limits.answersBytesPerPersonMax)
    let router = Router(context: AccordRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
        LogMiddleware(log: log, metrics: metrics)
        ProblemMiddleware(log: log, routes: routes)
        BearerMiddleware(environment: environment)
        RequestRateMiddleware(rate: RequestRate(limits: limits, clock: clock))
        ContactMiddleware(environment: environment)
        AnswerMiddleware(budget: answers, turns: AnswerTurns(count: limits.answersMadeMax))
        BodyMiddleware(budget: bodies)
        CompressionMiddleware(limits: limits)
    }
    routes.add(to: router, in: environment)
    return router
}

extension HTTPServerBuilder {
    /// HTTP as Accord speaks it: idle and crawling connections end, and held requests notice a
    /// hang-up.
    static func accord(_ limits: Limits) -> HTTPServerBuilder {
        let stall = TimeAmount(limits.stallMax)
        let whole = TimeAmount(limits.bodyTimeMax)
        return .http1(
            configuration: .init(
                additionalChannelHandlers: [
                    ClientLine(), SlowClientHandler(stall: stall, whole: whole),
                ], idleTimeout: stall))
    }
}

/// A server as it is run: opens the data folder, listens until told to stop, closes the folder.
package struct ServerProcess: Sendable {
    private let settings: ServerSettings
    private let tls: TLSConfiguration?
    private let core: ServerCore
    private let log: Logger
    private let program: String

    /// Opens the data folder for serving; `SettingsError` before anything is opened.
    ///
    /// - Throws: Also `SecretsError`, `StorageError`.
    package init(_ settings: ServerSettings, program: String) throws {
        tls = try settings.tls.map { try Self.configuration(of: $0) }
        // Standard output is for the address that scripts wait for; logs go to standard error.
        var log = Logger(label: "accord-server") {
            StreamLogHandler.standardError(label: $0, metadataProvider: LoggedRequest.provider)
        }
        log.logLevel = settings.logLevel
        var generator = SystemRandomNumberGenerator()
        core = try ServerCore(
            folder: settings.dataFolder, purpose: .serving, limits: settings.limits,
            now: { Date() }, log: log, using: &generator)
        self.settings = settings
        self.program = program
        self.log = log
    }

    /// Serves until SIGTERM or SIGINT; at SIGHUP it begins anew with settings as they are then.
    ///
    /// Between the two, for some hundredths of a second, nobody listens, and laptops ask again. The
    /// data folder and the port stay.
    ///
    /// - Parameter started: Called once with the address, such as `http://127.0.0.1:8080`.
    package static func serve(
        program: String, settings read: @escaping @Sendable () throws -> ServerSettings,
        started: @escaping @Sendable (String) -> Void
    ) async throws {
        // With a heap a thread, each keeps for good the most that it ever needed.
        accord_memory_heaps(2, 1024 * 1024)
        var settings = try read()
        var server = try ServerProcess(settings, program: program)
        let reload = SettingsReload(log: server.log, read: read)
        var port = try await server.run(started: started)
        while var fresh = reload.take() {
            fresh.dataFolder = settings.dataFolder
            if fresh.address.port == 0 { fresh.address.port = port }
            settings = fresh
            server = try ServerProcess(settings, program: program)
            server.log.notice("begun anew with the settings as they are now")
            port = try await server.run { _ in }
        }
    }

    /// Listens until SIGTERM or SIGINT, then answers what was begun, closes, and returns the port.
    ///
    /// - Parameter started: Called once with the address, such as `http://127.0.0.1:8080`.
    @discardableResult
    package func run(started: @escaping @Sendable (String) -> Void) async throws -> Int {
        let bound = Mutex(settings.address.port)
        try await core.reapplyRetirements()
        try await core.reapplyRevocations()
        if try await core.noticeRestore() {
            log.notice("the database was put back to an older state; laptops will heal it")
        }
        let scheme = settings.tls == nil ? "http" : "https"
        let host = settings.address.host
        let folder = settings.dataFolder
        let metrics = settings.metrics.map { (address: $0, counted: ServerMetrics()) }
        var application = Application(
            router: buildRouter(
                core, program: program, log: log, proxies: settings.proxies,
                metrics: metrics?.counted),
            server: try httpServer(),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: settings.address.port),
                availableConnectionsDelegate: .maximum(ConnectionLimit.count(), logger: log)),
            onServerRunning: { [log, settings] channel in
                if settings.tls == nil, !settings.address.isLoopback { Self.warnOfHTTP(log) }
                let port = channel.localAddress?.port ?? 0
                bound.withLock { $0 = port }
                let place = host.contains(":") ? "[\(host)]" : host
                // Of every address of this machine its name is one that others can use.
                let isEvery = ["0.0.0.0", "::"].contains(host)
                let name = isEvery ? ProcessInfo.processInfo.hostName : place
                ServedAddress(in: folder).write("\(scheme)://\(name):\(port)")
                started("\(scheme)://\(place):\(port)")
            },
            logger: log)
        if let (address, counted) = metrics {
            application.addServices(
                counted.listener(at: address, of: core, log: log))
        }
        try await application.runService()
        try core.store.close()
        log.notice("stopped")
        return bound.withLock(\.self)
    }

    private static func warnOfHTTP(_ log: Logger) {
        log.warning(
            """
            http without TLS on an address that others reach: whoever is between reads tokens and \
            findings. Name tls_certificate and tls_key, or listen at 127.0.0.1 behind a proxy that \
            speaks https.
            """)
    }

    private func httpServer() throws -> HTTPServerBuilder {
        let http = HTTPServerBuilder.accord(settings.limits)
        return try tls.map { try HTTPServerBuilder.tls(http, tlsConfiguration: $0) } ?? http
    }

    static func configuration(
        of files: ServerSettings.TLSFiles
    ) throws(SettingsError) -> TLSConfiguration {
        for path in [files.certificate, files.key] { try checkReadable(path) }
        let chain = (try? NIOSSLCertificate.fromPEMFile(files.certificate)) ?? []
        guard !chain.isEmpty
        else { throw .tlsFile(path: files.certificate, reason: "it is no PEM certificate") }
        guard let key = try? NIOSSLPrivateKey(file: files.key, format: .pem)
        else { throw .tlsFile(path: files.key, reason: "it is no PEM private key") }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            throw .tlsFile(
                path: files.key, reason: "it is not the key of the certificate \(files.certificate)"
            )
        }
        return configuration
    }

    private static func checkReadable(_ path: String) throws(SettingsError) {
        do throws(StorageError) { _ = try DiskFile(path, for: .reading) } catch {
            guard case .failed(_, let detail) = error else { return }
            throw .tlsFile(path: path, reason: detail)
        }
    }
}
