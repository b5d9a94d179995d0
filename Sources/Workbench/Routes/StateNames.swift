import Client
import Foundation
import Hummingbird

extension StatePlace {
    /// The parts of an address.
    struct Names: Sendable {
        let audit: String
        let component: String
        let environment: String
        let state: String
        /// Nil for the current one.
        let round: UInt32?

        init(_ request: Request, _ context: WorkbenchContext) throws {
            func part(_ name: String) throws -> String {
                guard let part = context.parameters.get(name) else { throw PageError.notFound }
                return part.removingPercentEncoding ?? part
            }
            audit = try part("audit")
            component = try part("component")
            environment = try part("environment")
            state = try part("state")
            round = request.uri.queryParameters.get("round", as: UInt32.self)
        }
    }
}
