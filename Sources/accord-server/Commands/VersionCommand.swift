import ArgumentParser
import Shared

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Print program and protocol version.")

    @Flag(help: "Print one line of JSON.") var json = false

    func run() throws {
        guard json else { return print(Program.line) }
        try printJSON(Answer(program: Program.version, protocol: ProtocolNames.version))
    }

    private struct Answer: Encodable {
        let program: String
        let `protocol`: UInt32
    }
}
