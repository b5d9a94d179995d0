import ArgumentParser
import Client
import Foundation
import HTTPClient
import Reading
import Shared
import Workbench

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Open the workbench: record and look in your browser, offline too.",
        discussion: """
            Prints an address that lets one browser in, once, and opens it where there is a \
            desktop; Enter prints another. A browser that was let in stays in for 30 days, also \
            after a restart, so bookmarks work. It is reached from this machine alone, unless \
            --address names another; whoever has the address then has your work.

            Where you have no work yet, the first page asks for your name and makes a home for it.

            While it runs on a laptop that has joined a server, it sends what you record and \
            fetches what others did, by itself; --no-sync leaves that to "Sync now" and to accord \
            sync.

            With --phone there is a button beside each criterion that shows a QR code: the first \
            phone that opens its address can send pictures and videos to that finding, for ten \
            minutes, and see nothing else.

            It ends with Ctrl-C; everything that a page called saved is saved.

            Example: accord serve
            """)

    @Option(help: .init("An address of this machine.", valueName: "address"))
    var address = "127.0.0.1"

    @Option(
        help: .init(
            "The port; 0 takes one that is free (default: \(WorkbenchSettings.usualPort)).",
            valueName: "number"))
    var port: Int?

    @Flag(help: "Lock out every browser that was let in before.") var forgetBrowsers = false

    @Flag(help: "Let a phone in the same network send pictures, by a QR code; not encrypted.")
    var phone = false

    @Option(help: .init("Where phones reach this machine.", valueName: "address"))
    var phoneAddress: String?

    @Flag(inversion: .prefixedNo, help: "Keep every audit in step with the server while it runs.")
    var sync = true

    @OptionGroup var serving: ServingOptions
    @OptionGroup var options: HomeOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws { try ServingOptions.check(port: port) }

    func run() async throws {
        let opening = try opening()
        var settings = WorkbenchSettings()
        settings.host = address
        settings.port = port ?? WorkbenchSettings.usualPort
        settings.mayMove = port == nil
        settings.forgetsBrowsers = forgetBrowsers
        settings.program = "Accord \(Version.program)"
        settings.syncsInBackground = sync
        settings.phoneHost = try phoneHost()
        settings.connect = { try await $0.connect() }
        settings.reach = { client, server throws(TransportError) in
            try client.transport(to: server)
        }
        let workbench = Workbench(
            opening, catalogue: try catalogue.read(options.readSettings()), settings: settings)
        if !["127.0.0.1", "::1", "localhost"].contains(address) {
            Terminal.errors.tell(
                "accord: other machines can reach this address, and it is not encrypted\n")
        }
        if let host = settings.phoneHost {
            Terminal.errors.tell(
                "accord: phones reach \(host) once you show one a QR code; others in that network "
                    + "could read along, for it is not encrypted\n")
        }
        try await serving.run(workbench) { listening in
            listening.takenPort.map {
                "another program has port \($0), perhaps another accord serve; this is another "
                    + "port, to which your bookmarks do not lead"
            }
        }
    }

    private func phoneHost() throws -> String? {
        guard phone || phoneAddress != nil else { return nil }
        guard let host = phoneAddress ?? NetworkAddress.first() else {
            throw ReportedError(
                .badInput,
                "--phone needs a network, and this machine has no address in one. Connect it to "
                    + "the Wi-Fi of the phone, or name an address with --phone-address.")
        }
        return host
    }

    /// Her home, or where the first page makes one.
    private func opening() throws -> Workbench.Opening {
        do { return .home(try options.openHome()) } catch ClientError.noHome {
            let settings = try options.readSettings()
            return .vacant(options.place(settings), settings)
        }
    }
}
