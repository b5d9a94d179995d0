import Client
import HTTPClient
import Hummingbird
import Reading
import Shared

/// What a lead makes of what was set aside: at the server, one by one.
struct QuarantineActions: Sendable {
    let request: PageRequest
    private let audit: AuditID

    init(_ request: PageRequest) throws {
        self.request = request
        audit = try request.audit()
    }

    func act() async throws -> Response {
        let form = try await SubmittedForm(request.request)
        let notice: Notice
        switch form.text("act") {
        case "adopt": notice = try await settle(form, .adopt(looked: true), "Adopted")
        case "discard":
            let reason = form.trimmed("reason")
            guard !reason.isEmpty else {
                notice = Notice(
                    .error, "Not discarded", "Say why: whoever wrote it is told. It is kept.",
                    isAlert: true)
                break
            }
            notice = try await settle(form, .discard(reason: reason), "Discarded")
        case "all": notice = try await adoptAll()
        default: throw PageError.badForm  // open set: a form may say anything
        }
        let number = request.query.get("page", as: Int.self) ?? 1
        let page = try await request.run { [audit] in
            try QuarantinePage(audit, page: number, notice: notice, in: $0)
        }
        return Response(
            page: page, status: notice.isRefusal ? .unprocessableContent : .ok)
    }

    private func settle(
        _ form: SubmittedForm, _ settling: ClientSyncing.Settling, _ done: String
    ) async throws -> Notice {
        guard let id = form.text("item") else { throw PageError.badForm }
        let view = try await request.run { [audit] in try $0.view(of: audit) }
        do {
            let item = try await request.site.client.syncing.settle(
                id, settling, in: view, over: serverWay)
            try await request.run { [audit] in $0.site.noteSaved(audit) }
            // Nobody is known who could be told of what nothing shows to be hers.
            let told =
                item.fingerprint == nil ? item.author.map { "\($0.name) is told. " } ?? "" : ""
            return Notice(
                .ok, "\(done): \(item.record)",
                "\(told)What has changed comes with the next sync.")
        } catch {
            return Notice(
                .error, "Nothing was changed", ReportedError(error).message, isAlert: true)
        }
    }

    /// Adopts what needs no look; what the server passes over stays, and one that fails stops none.
    private func adoptAll() async throws -> Notice {
        let (view, plain) = try await request.run { [audit] context in
            (
                try context.view(of: audit),
                try context.client.queries.quarantined(
                    in: audit, countMax: Self.atOnceMax, plainOnly: true)
            )
        }
        let outcome = try await request.site.client.syncing.settle(
            plain, .adopt(looked: false), in: view, over: serverWay)
        if !outcome.done.isEmpty {
            try await request.run { [audit] in $0.site.noteSaved(audit) }
        }
        let words = "\(counted(outcome.done.count, "change")) adopted."
        guard let first = outcome.left.first else {
            return Notice(.ok, words, "Each author is told.")
        }
        let untried =
            outcome.untried.isEmpty
            ? "" : " \(counted(outcome.untried.count, "change")) not tried: press it again then."
        return Notice(
            outcome.done.isEmpty ? .error : .warn,
            "\(words) \(counted(outcome.left.count, "change")) left as they are",
            first.why.message + untried, isAlert: true)
    }

    /// Each is a request to the server, and the browser waits for all of them.
    private static let atOnceMax = 500

    @Sendable private func serverWay() async throws -> any Transport {
        guard let connect = request.site.sync.connect else { throw ClientError.notJoined }
        return try await connect()
    }
}
