import ArgumentParser
import Client
import Foundation
import Shared

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join your team's server with an invite.",
        discussion: """
            The code is good for one laptop. What you have recorded before stays yours.

            Example: accord join https://accord.example.org 3KQ9-W2MT-X7PD
            """)

    @Argument(
        help: .init("The server's address, or the whole link of your invite.", valueName: "url"))
    var url: String

    @Argument(help: "The code of your invite, unless the link has it.") var code: String?

    @Option(
        help: .file(
            "A PEM file with the authority to trust (default: ACCORD_CERTIFICATE_AUTHORITY)."),
        completion: .file())
    var ca: String?

    @Flag(help: "Allow an address without TLS: everybody on the way can read what you send.")
    var allowPlainHttp = false

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        guard let invite = code.map({ InviteLink(address: url, code: $0) }) ?? InviteLink(url)
        else {
            throw ValidationError(
                "An invite has an address and a code: accord join URL CODE, or the link that ends "
                    + "in the code, in quotation marks.")
        }
        let address = invite.address
        let client = try options.openHome()
        // The file is read at every sync, from wherever that is started.
        let authority = (ca ?? client.settings.certificateAuthority).map {
            URL(fileURLWithPath: $0).standardizedFileURL.path
        }
        let me = try await client.syncing.join(
            address, invite: invite.code, certificateAuthority: authority,
            allowsPlainHTTP: allowPlainHttp || client.settings.allowsPlainHTTP,
            over: client.transport)
        try options.report(["name": me.personName, "person": me.person.hex, "server": address]) {
            "\(me.personName) has joined \(address). Next: accord sync"
        }
    }
}
