import ArgumentParser
import Foundation
import Server
import Shared

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a data folder, and print the key to keep elsewhere.",
        discussion: """
            Everything that the server proves later rests on one secret: tokens, receipts, and \
            the certificates by which laptops know each other. It lies in the folder `keep`, \
            which no backup of the database should hold. Print it, and lock it away: with it a \
            new server takes the place of a lost one, and laptops bring back what they have.

            Examples:
              accord-server init --data /srv/accord
              accord-server init --data /srv/accord --escrow "7F3A 91C2 ..."
            """)

    @OptionGroup var common: CommonOptions

    @Option(
        help: ArgumentHelp(
            "The key of the server that was lost, as it was printed.", valueName: "code"))
    var escrow: String?

    func run() throws {
        let keep = SecretsFolder(in: try common.dataFolder())
        if let escrow {
            guard let code = EscrowCode(typed: escrow) else {
                throw ValidationError(
                    "The code has a slip: it is 68 digits 0 to 9 and A to F, in groups of four. "
                        + "Nothing was made.")
            }
            try keep.restore(code.secret)
            try print("The key is in place. Start the server; laptops bring back what they have.")
        } else {
            var generator = SystemRandomNumberGenerator()
            let secret = try keep.secret(using: &generator)
            try print("The server's key has the fingerprint \(secret.serverKey.fingerprint).")
            guard let code = keep.escrow else { return }
            try print("Keep this code where no backup of the server lies, and show it to nobody:")
            try print("  \(code.text)")
        }
    }
}
