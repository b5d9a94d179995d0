import ArgumentParser
import Client
import Reading
import Shared

struct DetachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach",
        abstract: "Detach a file from a finding, such as one that shows something private.",
        discussion: """
            The finding no longer refers to the file, on every laptop that syncs. What was not \
            sent yet is not sent any more. What the server has, it removes with \
            `accord-server evidence gc` once no finding refers to it. Copies on laptops stay: \
            `accord evidence scrub` lists those that nothing refers to.

            Example: accord detach "Accounts/Account options@ios-voiceover-phone-18:expanded" \\
              --criterion state-open menu.png
            """)

    @OptionGroup var named: FindingOptions
    @Argument(help: .file("Its name, or eight or more digits of its SHA-256.")) var file: String
    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        let (item, finding) = try named.find(client, view)
        let found = try client.evidence.items(of: item.record, in: view)
            .filter { $0.criterion == finding.criterion }.file(named: file)
        let references = try client.evidence.detach(found, of: item, in: view)
        try options.report([
            "state": item.name, "criterion": finding.criterion, "sha256": found.hash.hex,
            "name": found.name, "references": references,
        ]) {
            let name = found.name.map { "\($0) (\(found.shortHash))" } ?? found.shortHash
            "Detached \(name) from \(finding.criterion), saved on this laptop."
            Self.outlook(of: found, references: references)
        }
    }

    private static func outlook(of file: EvidenceItem, references: Int) -> String {
        guard references == 0 else {
            let rest =
                references == 1 ? "1 other finding refers" : "\(references) other findings refer"
            return "\(rest) to the file, so it stays."
        }
        let copy = file.size == nil ? "" : " A copy stays in this laptop's folder of evidence."
        switch file.place {
        case .toSend: return "It was to be sent, and will not be.\(copy)"
        case .here, .pending:
            return "Where the server has it, accord-server evidence gc removes it there.\(copy)"
        }
    }
}
