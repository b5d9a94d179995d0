import Client
import Shared

/// What `--version` tells.
enum Version {
    static let program = "0.2.0"

    static func text() throws -> String {
        """
        accord \(program)
        protocol \(ProtocolNames.version)
        catalogue \(try Catalogue.read(folder: nil).pin)
        """
    }
}
