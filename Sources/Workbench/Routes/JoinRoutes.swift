import Client
import Foundation
import HTTPTypes
import Hummingbird
import Presentation
import Shared

/// The ways to an audit: an invite, one of her own, a file from another laptop.
struct JoinRoutes {
    let desk: Desk

    func add(to router: Router<WorkbenchContext>) {
        router.get("/audits/join", use: show)
        router.post("/audits/join", use: take)
        router.post("/audits/join/bundle", use: takeBundle)
    }

    @Sendable
    private func show(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        Response(page: try await desk.run { try $0.joinPage() })
    }

    @Sendable
    private func take(_ request: Request, _ context: WorkbenchContext) async throws -> Response {
        let form = try await SubmittedForm(request)
        switch form.text("act") {
        case "join": return try await join(form)
        case "new": return try await start(form)
        default: throw PageError.badForm  // open set: a form may say anything
        }
    }

    private func join(_ form: SubmittedForm) async throws -> Response {
        let wish = JoinForm(form)
        let found = wish.found
        guard case .found(let address, let code) = found, let reach = desk.settings.reach else {
            let invitation = wish.refused(found)
            return try await refused { try $0.joinPage(invitation: invitation) }
        }
        do {
            _ = try await desk.client.join(
                address, invite: code,
                certificateAuthority: wish.authority.isEmpty ? nil : wish.authority,
                allowsPlainHTTP: wish.allowsPlain, over: reach)
        } catch {
            let invitation = wish.refused(error)
            return try await refused { try $0.joinPage(invitation: invitation) }
        }
        // Audits that she is a member of come with the first sync.
        await desk.backgroundSync.syncNow(nil)
        return .seeOther(Address.audits)
    }

    private func start(_ form: SubmittedForm) async throws -> Response {
        let wish = StartForm(form)
        let (audit, refusal) = try await desk.run { desk -> (AuditID?, JoinPage.Start?) in
            if let refusal = wish.refusal { return (nil, refusal) }
            do {
                return (try wish.begin(desk), nil)
            } catch {
                return (nil, wish.refused(ReportedError(error)))
            }
        }
        if let audit { return .seeOther(Address.audit(audit)) }
        return try await refused { try $0.joinPage(start: refusal) }
    }

    @Sendable
    private func takeBundle(
        _ request: Request, _ context: WorkbenchContext
    ) async throws -> Response {
        let intake = try await BundleIntake(request, desk: desk)
        do {
            let (audit, taken) = try await desk.runAside { try intake.take(into: $0.client) }
            guard taken.forks.isEmpty else {
                let words = taken.forks.map(\.words) + ["Everything else of it was taken over."]
                return try await refusedBundle(
                    "Not everything was taken over", words.joined(separator: " "))
            }
            return .seeOther(
                "\(Address.sync(audit))?took=\(taken.changes)&files=\(taken.files)")
        } catch {
            return try await refusedBundle("Nothing was taken over", intake.words(for: error))
        }
    }

    private func refusedBundle(_ title: String, _ words: String) async throws -> Response {
        try await refused { desk in
            var bundle = JoinPage.Bundle()
            bundle.bundleNotice = Notice(.error, title, words, isAlert: true)
            return try desk.joinPage(bundle: bundle)
        }
    }

    private func refused(
        _ page: @escaping @Sendable (Desk) throws -> JoinPage
    ) async throws -> Response {
        Response(page: try await desk.run(page), status: .unprocessableContent)
    }
}

extension Desk {
    /// The page with its forms, each as it was typed or empty.
    func joinPage(
        invitation: JoinPage.Invitation = JoinPage.Invitation(), start: JoinPage.Start? = nil,
        bundle: JoinPage.Bundle = JoinPage.Bundle()
    ) throws -> JoinPage {
        var frame = try frame("Join an audit")
        frame.crumbs = [PageFrame.Link("Audits", Address.audits)]
        let server = try client.identity().server?.address
        return JoinPage(
            frame: frame,
            standing: server.map {
                Notice(
                    .info, "This laptop has joined \($0)",
                    "Its audits come by themselves. Another invite takes the place of this one.")
            },
            invitation: invitation, start: start ?? StartForm.empty, bundle: bundle)
    }
}
