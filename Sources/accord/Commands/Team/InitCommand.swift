import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a home for your work on this laptop.",
        discussion: """
            Needs no network. Your name appears beside everything you record.

            Example: accord init --name "Maya Lindqvist"
            """)

    @Option(help: "Your name as the team knows it.") var name: String

    @Option(
        help: .init("Your id, when you have recorded on another laptop before.", valueName: "id"))
    var person: String?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let id = person.flatMap(PersonID.init(hex:))
        if let person, id == nil {
            throw AuditError.invalid(
                "a person's id has 32 hexadecimal digits; “\(person)” has not")
        }
        let place = options.place(try options.readSettings())
        let client = try AuditClient.create(place, name: name, person: id)
        let me = try client.whoami()
        try options.report([
            "home": client.home.folder.path, "identity": client.home.stateFolder.path,
            "name": me.personName, "person": me.person.hex,
        ]) {
            """
            Welcome, \(me.personName). Your work lies in \(client.home.folder.path),
            your laptop's identity in \(client.home.stateFolder.path): never copy that one.
            Next: accord serve opens it in your browser. Or here: accord join URL CODE, or accord
            audit new to begin without a server.
            """
        }
    }
}
