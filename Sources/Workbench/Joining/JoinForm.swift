import Client
import Foundation
import HTTPClient
import Shared
import Site

/// An invite as somebody typed it.
struct JoinForm: Sendable {
    private let invite: String
    private let server: String
    let authority: String
    let allowsPlain: Bool

    /// Reads the form; what it lacks is empty, as everything is before anybody typed.
    init(_ form: SubmittedForm? = nil) {
        func text(_ name: String) -> String { form?.trimmed(name) ?? "" }
        invite = text("invite")
        server = text("server")
        authority = text("authority")
        allowsPlain = form?.text("plain") != nil
    }

    /// The form as it was typed, with nothing wrong in it.
    var typed: JoinPage.Invitation {
        JoinPage.Invitation(
            invite: invite, server: server, authority: authority, allowsPlain: allowsPlain)
    }

    enum Found: Hashable, Sendable {
        case found(address: String, code: String)
        case noCode, noServer
    }

    /// Takes apart a link that ends in the code, the line for a terminal, or the code alone.
    var found: Found {
        var words = invite.split(whereSeparator: \.isWhitespace).map(String.init)
        for word in ["accord", "join"] where words.first == word { words.removeFirst() }
        guard let last = words.last else { return .noCode }
        guard last.contains("://") else {
            if words.count > 1 { return .found(address: words[0], code: last) }
            return server.isEmpty ? .noServer : .found(address: server, code: last)
        }
        for path in ["/join#", "/join/", "/invites/"] {
            guard let range = last.range(of: path) else { continue }
            let code = last[range.upperBound...].prefix { $0 != "?" && $0 != "#" }
            guard !code.isEmpty else { return .noCode }
            return .found(address: String(last[..<range.lowerBound]), code: String(code))
        }
        return .noCode
    }

    func refused(_ found: Found) -> JoinPage.Invitation {
        switch found {
        case .noServer:
            again(
                "Which server?", "The invite is a code alone. Nothing was sent.",
                server: "Enter the server’s address.")
        case .noCode:
            again(
                "Which invite?", "There is no code in it. Nothing was sent.",
                invite: "Enter the invite as your lead sent it.")
        case .found: again("Not joined", "This workbench has no way to a server.")
        }
    }

    /// The form again, with why the server or the way to it did not take it.
    func refused(_ error: any Error) -> JoinPage.Invitation {
        switch error {
        case ClientError.problem(let problem) where problem.code == .inviteInvalid:
            again(
                "The server did not accept this invite",
                "It was used already, has run out, or was mistyped. Nothing was changed. Ask your "
                    + "lead for a new one.", invite: "The server does not know this invite.")
        case TransportError.plainHTTPRefused, ClientError.transport(.plainHTTPRefused):
            again(
                "Nothing was sent",
                "The address is not encrypted. Use an https address, or allow "
                    + "it below in a network that you trust.",
                server: "Not encrypted: everybody on the way could read what you send.")
        case let error as TransportError: unreached(error)
        case ClientError.transport(let error): unreached(error)
        default:  // open set: a disk that is full, another person's invite
            again("Not joined", ReportedError(error).message)
        }
    }

    private func unreached(_ error: TransportError) -> JoinPage.Invitation {
        again("Not joined", error.message, server: "No Accord server answered there.")
    }

    private func again(
        _ heading: String, _ text: String, invite: String? = nil, server: String? = nil
    ) -> JoinPage.Invitation {
        let field = invite.map { _ in "invite" } ?? server.map { _ in "server" }
        let link = field.map { PageFrame.Link("Go to the \($0) field", "#\($0)") }
        var again = typed
        again.inviteNotice = Notice(.error, heading, text, link: link, isAlert: true)
        again.inviteError = invite
        again.serverError = server
        return again
    }
}
