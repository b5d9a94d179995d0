import ArgumentParser
import Client
import Foundation
import HTTPClient
import Shared
import Workbench

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Open the workbench: record and look in your browser, offline too.",
        discussion: """
            Prints an address that opens the workbench once, in one browser. It is reached from \
            this machine alone, unless --address names another; whoever has the address then has \
            your work.

            While it runs on a laptop that has joined a server, it sends what you record and \
            fetches what others did, by itself; --no-sync leaves that to "Sync now" and to accord \
            sync.

            It ends with Ctrl-C; everything that a page called saved is saved.

            Example: accord serve
            """)

    @Option(help: .init("An address of this machine.", valueName: "address"))
    var address = "127.0.0.1"

    @Option(help: .init("The port; 0 takes one that is free.", valueName: "number")) var port = 0
    @Flag(help: "Open the address in the default browser.") var open = false

    @Flag(inversion: .prefixedNo, help: "Keep every audit in step with the server while it runs.")
    var sync = true

    @OptionGroup var options: HomeOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        try require((0...65_535).contains(port), "A port is a number from 0 to 65535.")
    }

    func run() async throws {
        let client = try options.open()
        var settings = WorkbenchSettings()
        settings.host = address
        settings.port = port
        settings.program = "Accord \(Version.program)"
        settings.syncsInBackground = sync
        settings.connect = { try await client.connect() }
        settings.reach = { server throws(TransportError) in try client.transport(to: server) }
        let workbench = Workbench(
            client: client, catalogue: try catalogue.read(client.settings), settings: settings)
        let opensBrowser = open
        let isOpenToOthers = !["127.0.0.1", "::1", "localhost"].contains(address)
        if isOpenToOthers {
            Terminal.errors.tell(
                "accord: other machines can reach this address, and it is not encrypted\n")
        }
        try await workbench.run { url in
            // Whoever waits for the address reads it from a pipe as well.
            FileHandle.standardOutput.write(Data("Workbench: \(url)\n".utf8))
            if opensBrowser { Self.show(url) }
        }
    }

    /// Asks the desktop for the default browser; where there is none the address stands printed.
    private static func show(_ url: String) {
        #if os(macOS)
            let opener = "/usr/bin/open"
        #else
            let opener = "/usr/bin/xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: opener)
        process.arguments = [url]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
