import Hummingbird
import Shared

/// What is kept for the leads, and what they make of it; JSON only.
extension Call {
    func listQuarantine() async throws -> Response {
        try await beginAnswer()
        let page = try await core.quarantine(
            of: audit, after: try request.parameter("after").map(QuarantinePlace.init),
            waitingOnly: request.parameter("waiting") == "true", by: bearer)
        var response: Response = try .json(page.items)
        if let next = page.next { response.headers[.accordNext] = next.text }
        return response
    }

    func settle(_ order: ServerCore.QuarantineOrder) async throws -> QuarantinedItem {
        guard let item = context.parameters.get("item") else { throw Problem(.notFound) }
        return try await core.settle(item, of: audit, order, by: bearer, at: now)
    }
}
