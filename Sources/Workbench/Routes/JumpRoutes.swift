import Client
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Presentation
import Shared

/// The way to any component state by its name.
struct JumpRoutes {
    private static let onPage = 200
    private static let inDialog = 30

    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        router.get("/audits/:audit/states", use: list)
    }

    @Sendable
    private func list(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let audit = try context.audit()
        // Forms send spaces as plus signs.
        let query = (request.uri.queryParameters.get("q") ?? "").replacing("+", with: " ")
        guard request.isFromScript else {
            return Response(
                page: try await desk.run { try $0.statesPage(of: audit, query, Self.onPage) })
        }
        let list = try await desk.run { try $0.jumps(in: audit, query, Self.inDialog) }
        let answer = JumpAnswer(
            list: PageTemplates.embedded.html(of: list, template: "jump-list"), says: list.says)
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
    }

    private struct JumpAnswer: Encodable {
        /// HTML of ours.
        let list: String
        let says: String
    }
}

extension Desk {
    func statesPage(of audit: AuditID, _ query: String, _ countMax: Int) throws -> StatesPage {
        let list = try jumps(in: audit, query, countMax)
        let view = try client.view(audit)
        var frame = try frame("Component states", .work, of: view)
        frame.crumbs.append(PageFrame.Link(view.plan.title, Address.audit(audit)))
        return StatesPage(frame: frame, address: Address.states(audit), query: query, list: list)
    }

    /// The component states in whose names every word of a query occurs, in the order of work.
    ///
    /// - Throws: `PageError.notFound` for an audit that is not here.
    func jumps(in audit: AuditID, _ query: String, _ countMax: Int) throws -> JumpList {
        guard try client.store.plan(audit) != nil else { throw PageError.notFound }
        let view = try client.view(audit)
        let found = try client.workOrder(of: view, try catalogue(of: view)).places(named: query)
        let count = found.count == 1 ? "1 component state" : "\(found.count) component states"
        let says =
            found.isEmpty
            ? "No component state has that in its name."
            : found.count > countMax
                ? "The first \(countMax) of \(count). Type more of the name." : "\(count)."
        return JumpList(
            found.prefix(countMax).map {
                JumpList.Jump(
                    href: $0.address, title: $0.title,
                    about: "\($0.control.title) on the \($0.component.screen) screen, "
                        + $0.environment.sentence)
            }, says: says)
    }
}
