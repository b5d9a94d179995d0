import ArgumentParser
import Foundation
import Server

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the data folder until told to stop.",
        discussion: """
            The first line on standard output is JSON with the address, for scripts that wait \
            for it; logs go to standard error. SIGTERM ends the server after it has answered \
            what was begun. SIGHUP reads the settings and the certificate again; where they \
            cannot be used it says so in the log and goes on.

            Options go before ACCORD_SERVER_... in the environment, and these before the settings \
            file; config/server.yaml lists every setting.
            """)

    @OptionGroup var common: CommonOptions

    @Option(
        help: ArgumentHelp(
            "Where to listen; port 0 takes a free one (default: \(ServerSettings.standardListen)).",
            valueName: "host:port"))
    var listen: String?

    @Option(help: ArgumentHelp("A certificate chain in PEM, for https.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The certificate's private key in PEM.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "debug, info, notice, warning or error (default: info).", valueName: "level"))
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "Where to tell metrics, such as 127.0.0.1:9437 (default: nowhere).",
            valueName: "host:port"))
    var metricsListen: String?

    func run() async throws {
        let options: [ServerSettings.Key: String?] = [
            .listen: listen, .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .logLevel: logLevel,
            .metricsListen: metricsListen,
        ]
        let read = { @Sendable [common] in try common.readSettings(options) }
        try await ServerProcess.serve(program: Program.line, settings: read) { address in
            // A line that cannot be printed has no reader; the server goes on.
            try? printJSON(Started(address: address, program: Program.line, process: getpid()))
        }
    }

    private struct Started: Encodable {
        let address, program: String
        let process: Int32
    }
}
