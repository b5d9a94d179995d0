import Hummingbird
import Logging
import ServiceLifecycle
import Shared

extension ServerMetrics {
    /// What answers whoever watches the server, at an address of its own, and nobody else.
    func router(of core: ServerCore) -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/metrics") { _, _ in
            Response(PrometheusMetrics.mediaType, [UInt8](text(try await core.state()).utf8))
        }
        return router
    }

    /// Listens beside the server, and ends with it.
    func listener(
        at address: ServerSettings.ListenAddress, of core: ServerCore, log: Logger
    ) -> some Service {
        Application(
            router: router(of: core), server: .accord(core.limits),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: .maximum(Self.connectionsMax, logger: log)),
            onServerRunning: { channel in
                log.notice(
                    "metrics", metadata: ["listen.port": "\(channel.localAddress?.port ?? 0)"])
            },
            logger: log)
    }

    /// Whoever watches asks now and then, on one connection.
    private static let connectionsMax = 16
}
