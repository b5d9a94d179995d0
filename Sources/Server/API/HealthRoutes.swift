import Hummingbird
import Shared

/// For whoever watches the process: neither route needs a token or tells anything else.
struct HealthRoutes {
    let environment: RouteEnvironment

    /// What is answered however often it is asked.
    static let paths = ["/health", "/ready"]

    func add(to router: Router<AccordRequestContext>) {
        router.get("/health") { _, _ in
            Response("text/plain; charset=utf-8", [UInt8]("up\n".utf8))
        }
        router.get("/ready") { _, _ in
            try await environment.core.checkStore()
            return Response("text/plain; charset=utf-8", [UInt8]("ready\n".utf8))
        }
    }
}
