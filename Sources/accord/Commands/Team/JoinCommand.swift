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

    @Argument(help: .init("The server's address.", valueName: "url")) var address: String
    @Argument(help: "The code of your invite.") var code: String

    @Option(
        help: .file(
            "A PEM file with the authority to trust (default: ACCORD_CERTIFICATE_AUTHORITY)."),
        completion: .file())
    var ca: String?

    @Flag(help: "Allow an address without TLS: everybody on the way can read what you send.")
    var allowPlainHttp = false

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let client = try options.open()
        // The file is read at every sync, from wherever that is started.
        let authority = (ca ?? client.settings.certificateAuthority).map {
            URL(fileURLWithPath: $0).standardizedFileURL.path
        }
        let me = try await client.syncing.join(
            address, invite: code, certificateAuthority: authority,
            allowsPlainHTTP: allowPlainHttp || client.settings.allowsPlainHTTP,
            over: client.transport)
        try options.report(["name": me.personName, "person": me.person.hex, "server": address]) {
            "\(me.personName) has joined \(address). Next: accord sync"
        }
    }
}
