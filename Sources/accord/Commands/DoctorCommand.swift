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
        try options.answer(["sound": checkup.isSound, "lines": checkup.lines.map(\.json)]) {
            for line in checkup.lines { line.print() }
        }
        guard checkup.isSound else { throw Failure.checkSaidNo }
    }
}

extension CheckupLine {
    fileprivate var json: JSON {
        ["topic": topic.rawValue, "verdict": verdict.rawValue, "words": words, "next": next]
    }

    fileprivate func print() {
        let style: Terminal.Style =
            switch verdict {
            case .ok: .green
            case .attention: .yellow
            case .trouble: .red
            }
        let label = verdict.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
        let name = topic.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
        printLine("\(Terminal.output.styled(label, style))\(name) \(words)")
        if let next { printLine("                      → \(next)") }
    }
}
