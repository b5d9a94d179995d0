import ArgumentParser
import Client
import Foundation
import HTTPClient

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this laptop: identity, disk, database, queue, server.",
        discussion: """
            Changes nothing. Each line says ok, attention or trouble, and what to do next. Exit \
            code 1 when there is trouble; a laptop without a network is none.

            Example: accord doctor
            """)

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let settings = try options.readSettings()
        var checkup = Checkup(of: options.place(settings), settings: settings, now: { Date() })
        await checkup.run { server throws(TransportError) in
            let token = server.token.isEmpty ? nil : server.token
            return try settings.transport(to: server) { token }
        }
        try options.report(checkup.report)
        guard checkup.isSound else { throw ExitStatus.checkSaidNo }
    }
}
