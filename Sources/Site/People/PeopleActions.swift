import Client
import HTTPClient
import Hummingbird
import Reading
import Shared

/// Who is in the team of an audit, and what its leads do about it.
struct PeopleActions: Sendable {
    let request: PageRequest
    private let audit: AuditID

    init(_ request: PageRequest) throws {
        self.request = request
        audit = try request.audit()
    }

    /// What became of a form.
    private enum End {
        case done
        case refused(PeoplePage.Refused)
        /// An invite was written, which the page alone shows, and this once.
        case invited(IssuedInvite)
    }

    func show() async throws -> Response {
        Response(page: try await page())
    }

    func act() async throws -> Response {
        let form = try await SubmittedForm(request.request)
        let end =
            switch form.text("act") {
            case "role": try await changeRole(form)
            case "add": try await add(form)
            case "invite": try await invite(form)
            case "revoke": try await revoke(form)
            default: throw PageError.badForm  // open set: a form may say anything
            }
        switch end {
        case .done: return .seeOther(Address.people(audit))
        case .refused(let refused):
            return Response(page: try await page(refused: refused), status: .unprocessableContent)
        // No redirect: an address would hand the code to the browser's history.
        case .invited(let invite): return Response(page: try await page(issued: invite))
        }
    }

    /// Read beside the other pages: it looks at every verdict of the audit.
    private func page(
        refused: PeoplePage.Refused? = nil, issued: IssuedInvite? = nil
    ) async throws -> PeoplePage {
        let invites = try await ToldInvites(of: audit, for: request)
        return try await request.run(isAside: true) { [audit] in
            try PeoplePage(audit, invites, refused: refused, issued: issued, in: $0)
        }
    }

    private func changeRole(_ form: SubmittedForm) async throws -> End {
        guard let person = form.text("person").flatMap(PersonID.init(hex:)),
            let shown = form.text("shown").flatMap(Role.init(rawValue:)),
            let wanted = form.text("role")
        else { throw PageError.badForm }
        let role = Role(rawValue: wanted)
        guard role != nil || wanted == "none" else { throw PageError.badForm }
        return try await request.run { [audit] context in
            let view = try context.view(of: audit)
            guard view.plan.role(of: person) == shown else {
                return .refused(
                    PeoplePage.Refused(
                        "\(view.plan.name(of: person))’s role was changed meanwhile",
                        "Nothing was changed now. Change the role below if it is wrong."))
            }
            do { try context.client.team.change(person, to: role, in: view) } catch {
                return .refused(PeoplePage.Refused("Not changed", error))
            }
            context.site.noteSaved(audit)
            return .done
        }
    }

    /// Adds somebody who has joined the server: looked up there by name, unless the form has both.
    private func add(_ form: SubmittedForm) async throws -> End {
        let name = form.trimmed("name")
        let id = form.text("person").flatMap(PersonID.init(hex:))
        guard let role = form.text("role").flatMap(Role.init(rawValue:))
        else { throw PageError.badForm }
        do {
            let found = try await person(named: name, id)
            try await request.run { [audit] context in
                try context.client.team.add(
                    found.person, named: found.name, as: role, to: context.view(of: audit))
                context.site.noteSaved(audit)
            }
            return .done
        } catch let error as PageError {
            throw error
        } catch {
            let typed = id == nil ? PeoplePage.Typed(name, role) : nil
            return .refused(PeoplePage.Refused("Nobody was added", error, adding: typed))
        }
    }

    private func person(
        named name: String, _ id: PersonID?
    ) async throws -> (person: PersonID, name: String) {
        if let id, !name.isEmpty { return (id, name) }
        // Nothing is asked of the server for who may not add anybody.
        try await request.run { [audit] in try $0.view(of: audit).requireLead("add people") }
        return try await request.site.client.syncing.serverPerson(
            named: id?.hex ?? name, over: try await serverWay())
    }

    private func invite(_ form: SubmittedForm) async throws -> End {
        let name = form.trimmed("name")
        guard let role = form.text("role").flatMap(Role.init(rawValue:))
        else { throw PageError.badForm }
        let typed = PeoplePage.Typed(name, role)
        guard !name.isEmpty else {
            return .refused(
                PeoplePage.Refused("Nobody was invited", "The invite has no name.", inviting: typed)
            )
        }
        let view = try await request.run { [audit] in try $0.view(of: audit) }
        do {
            let (link, invite) = try await request.site.client.syncing.invite(
                name, as: role, into: view, over: serverWay)
            return .invited(IssuedInvite(link, invite))
        } catch {
            return .refused(PeoplePage.Refused("Nobody was invited", error, inviting: typed))
        }
    }

    private func revoke(_ form: SubmittedForm) async throws -> End {
        guard let id = form.text("invite") else { throw PageError.badForm }
        let view = try await request.run { [audit] in try $0.view(of: audit) }
        do {
            try await request.site.client.syncing.revokeInvite(id, into: view, over: serverWay)
            return .done
        } catch {
            return .refused(PeoplePage.Refused("The invite was not taken back", error))
        }
    }

    @Sendable private func serverWay() async throws -> any Transport {
        guard let connect = request.site.sync.connect else { throw ClientError.notJoined }
        return try await connect()
    }
}
