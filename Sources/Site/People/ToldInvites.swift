import Client
import Foundation
import Reading
import Shared

/// What an audit's server tells of its invites, as far as it does so in time for a page.
enum ToldInvites: Sendable {
    /// Who asks leads nothing, or there is no server to ask.
    case unasked
    case told([AuditInvite])
    case untold(because: String)

    /// No page waits longer for a server that may not be there.
    private static let patience = Duration.seconds(3)

    init(of audit: AuditID, for request: PageRequest) async throws {
        let site = request.site
        let view = try await request.run { context in
            let view = try context.view(of: audit)
            let mayAsk = try view.role == .lead && context.client.identity().server != nil
            return mayAsk ? view : nil
        }
        guard let view, let connect = site.sync.connect else {
            self = .unasked
            return
        }
        let troubles = [
            site.sync.status(of: audit).trouble, site.sync.outside,
        ]
        if troubles.contains(where: { $0?.kind == .unreachable }) {
            self = .untold(because: "The server cannot be reached just now.")
            return
        }
        do {
            let invites = try await Self.inTime {
                try await site.client.syncing.invites(into: view, over: connect)
            }
            self = invites.map(Self.told) ?? .untold(because: "The server has not answered yet.")
        } catch {
            self = .untold(because: ReportedError(error).message)
        }
    }

    private static func inTime<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await ContinuousClock().sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
